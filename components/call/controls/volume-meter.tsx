'use client';

import { useEffect, useRef } from 'react';
import { cx } from '@/components/ui/cx';

/** How strongly each bar follows the level. */
const BAR_GAINS = [
  '[--gain:.4]',
  '[--gain:.65]',
  '[--gain:.5]',
  '[--gain:.85]',
  '[--gain:1]',
  '[--gain:.8]',
  '[--gain:.95]',
  '[--gain:.55]',
  '[--gain:.7]',
  '[--gain:.4]',
];

interface VolumeMeterProps {
  label: string;
  /** Returns the level, 0–1; called on every frame. */
  getLevel: () => number;
}

/** A level meter that is driven by a CSS variable, without rendering. */
export function VolumeMeter({ label, getLevel }: VolumeMeterProps) {
  const meter = useRef<HTMLDivElement>(null);
  const latestGetLevel = useRef(getLevel);
  useEffect(() => {
    latestGetLevel.current = getLevel;
  }, [getLevel]);
  useEffect(() => {
    let frame = 0;
    let shownLevel = 0;
    const draw = () => {
      const next = shownLevel + (latestGetLevel.current() - shownLevel) * 0.3;
      if (Math.abs(next - shownLevel) > 0.002) {
        shownLevel = next;
        meter.current?.style.setProperty('--level', shownLevel.toFixed(3));
      }
      frame = requestAnimationFrame(draw);
    };
    const drawWhileVisible = () => {
      cancelAnimationFrame(frame);
      if (!document.hidden) frame = requestAnimationFrame(draw);
    };
    drawWhileVisible();
    document.addEventListener('visibilitychange', drawWhileVisible);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('visibilitychange', drawWhileVisible);
    };
  }, []);
  return (
    <div
      ref={meter}
      role="img"
      aria-label={label}
      className="flex h-9 items-center justify-center gap-1.5"
    >
      {BAR_GAINS.map((gain, index) => (
        <span
          key={index}
          className={cx(
            gain,
            'h-full w-1.5 [scale:1_calc(.08+.92*var(--level,0)*var(--gain))]',
            'rounded-full bg-accent',
          )}
        />
      ))}
    </div>
  );
}
