import { useLayoutEffect, useRef } from 'react';
import { cx } from '@/components/ui/cx';
import type { CallStateOf } from '@/lib/call/session/call-state';
import { useCallContext } from './call-context';

export function formatClock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

/** The length of the call as mm:ss, written without rendering. It is not announced. */
export function CallTimer({ state }: { state: CallStateOf<'live'> }) {
  const { copy } = useCallContext();
  const { startedAt, endsAt, lastMinute } = state;
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    let timeout: number;
    const tick = () => {
      const seconds = Math.floor((Math.min(Date.now(), endsAt) - startedAt) / 1000);
      // In a new element: a new text in an old one counts as a layout shift.
      const clock = document.createElement('span');
      clock.textContent = formatClock(Math.max(0, seconds));
      line.current?.replaceChildren(clock);
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
      aria-label={copy.elapsed}
      // The typeface has no tabular digits: the box is as wide as the widest time, and its text
      // begins at the left, so that only the digits that change move.
      className={cx('min-w-[5ch] shrink-0 text-title', lastMinute && 'text-accent-ink')}
    />
  );
}
