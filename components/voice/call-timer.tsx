'use client';

import { useEffect, useState } from 'react';

function elapsed(startedAt: number): number {
  return Math.max(0, Math.floor((Date.now() - startedAt) / 1000));
}

function clock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

/** The length of the call as mm:ss; not announced. `startedAt`: epoch ms. */
export function CallTimer({ startedAt, label }: { startedAt: number; label: string }) {
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
      className="text-section [font-variant-numeric:tabular-nums]"
    >
      {clock(seconds)}
    </p>
  );
}
