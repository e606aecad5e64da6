'use client';

import { useLayoutEffect, useRef } from 'react';
import { cx } from '@/components/ui/cx';

function countSeconds(startedAt: number, endsAt: number): number {
  return Math.max(0, Math.floor((Math.min(Date.now(), endsAt) - startedAt) / 1000));
}

export function formatClock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

/** In a new element: a new text in an old one counts as a layout shift. */
function writeClock(element: HTMLElement, clock: string): void {
  const text = document.createElement('span');
  text.textContent = clock;
  element.replaceChildren(text);
}

interface CallTimerProps {
  /** Epoch ms. */
  startedAt: number;
  /** The latest time at which the call ends (epoch ms); the timer stops there. */
  endsAt: number;
  label: string;
  isUrgent: boolean;
}

/** The length of the call as mm:ss, written without rendering. It is not announced. */
export function CallTimer({ startedAt, endsAt, label, isUrgent }: CallTimerProps) {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    let timeout: number;
    const tick = () => {
      if (line.current) writeClock(line.current, formatClock(countSeconds(startedAt, endsAt)));
      timeout = window.setTimeout(tick, 1000 - ((Date.now() - startedAt) % 1000));
    };
    tick();
    return () => clearTimeout(timeout);
  }, [startedAt, endsAt]);
  return (
    <p
      ref={line}
      role="timer"
      aria-live="off"
      aria-label={label}
      className={cx('stage-timer text-title', isUrgent && 'text-accent-ink')}
    />
  );
}
