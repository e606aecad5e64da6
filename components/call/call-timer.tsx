'use client';

import { useEffect, useState } from 'react';
import { cx } from '@/components/ui/cx';

function elapsed(startedAt: number): number {
  return Math.max(0, Math.floor((Date.now() - startedAt) / 1000));
}

/** A length in seconds as mm:ss. */
export function clock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

interface CallTimerProps {
  /** Epoch ms. */
  startedAt: number;
  label: string;
  /** Stands out: the call will soon be over. */
  urgent: boolean;
}

/** The length of the call as mm:ss; not announced. Its digits have a fixed width. */
export function CallTimer({ startedAt, label, urgent }: CallTimerProps) {
  const [seconds, setSeconds] = useState(() => elapsed(startedAt));
  useEffect(() => {
    let timeout: number;
    const waitForNext = () => {
      const untilNext = 1000 - ((Date.now() - startedAt) % 1000);
      timeout = window.setTimeout(() => {
        setSeconds(elapsed(startedAt));
        // Even when the timeout came a moment early.
        waitForNext();
      }, untilNext);
    };
    waitForNext();
    return () => clearTimeout(timeout);
  }, [startedAt]);
  return (
    <p
      role="timer"
      aria-live="off"
      aria-label={label}
      className={cx('shrink-0 text-title', urgent && 'text-accent')}
    >
      {[...clock(seconds)].map((sign, place) => (
        // A key per digit, so that a change replaces the element and no layout shift is counted.
        <span key={`${place} ${sign}`} className={sign === ':' ? undefined : 'stage-digit'}>
          {sign}
        </span>
      ))}
    </p>
  );
}
