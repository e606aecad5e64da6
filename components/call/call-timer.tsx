'use client';

import { useEffect, useState } from 'react';
import { cx } from '@/components/ui/cx';

function countSeconds(startedAt: number): number {
  return Math.max(0, Math.floor((Date.now() - startedAt) / 1000));
}

/** Formats a duration as mm:ss. */
export function formatClock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

interface CallTimerProps {
  /** Epoch ms. */
  startedAt: number;
  label: string;
  urgent: boolean;
}

/** The length of the call as mm:ss, which is not announced. */
export function CallTimer({ startedAt, label, urgent }: CallTimerProps) {
  const [seconds, setSeconds] = useState(() => countSeconds(startedAt));
  useEffect(() => {
    let timeout: number;
    const scheduleTick = () => {
      const untilNextMs = 1000 - ((Date.now() - startedAt) % 1000);
      timeout = window.setTimeout(() => {
        setSeconds(countSeconds(startedAt));
        scheduleTick();
      }, untilNextMs);
    };
    scheduleTick();
    return () => clearTimeout(timeout);
  }, [startedAt]);
  return (
    <p
      role="timer"
      aria-live="off"
      aria-label={label}
      className={cx('shrink-0 text-title', urgent && 'text-accent')}
    >
      {[...formatClock(seconds)].map((sign, place) => (
        // With a key per digit, React replaces the element, and no layout shift is counted.
        <span key={`${place} ${sign}`} className={sign === ':' ? undefined : 'stage-digit'}>
          {sign}
        </span>
      ))}
    </p>
  );
}
