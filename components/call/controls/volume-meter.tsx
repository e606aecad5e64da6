'use client';

import { useEffect, useRef } from 'react';
import { cx } from '@/components/ui/cx';

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

/** Slow and in steps of ten percent, so that assistive technology is not kept busy. */
const VALUE_INTERVAL_MS = 500;

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
    let valueAt = -Infinity;
    const draw = (now: number) => {
      const next = shownLevel + (latestGetLevel.current() - shownLevel) * 0.3;
      if (Math.abs(next - shownLevel) > 0.002) {
        shownLevel = next;
        meter.current?.style.setProperty('--level', shownLevel.toFixed(3));
      }
      if (now - valueAt >= VALUE_INTERVAL_MS) {
        valueAt = now;
        const tenths = Math.min(10, Math.round(shownLevel * 10));
        meter.current?.setAttribute('aria-valuenow', String(tenths * 10));
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
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className="level-meter flex h-9 items-center justify-center gap-1.5"
    >
      {BAR_GAINS.map((gain, index) => (
        <span
          key={index}
          className={cx(
            gain,
            'h-full w-1.5 [scale:1_calc(.08+.92*var(--level,0)*var(--gain))]',
            'rounded-full',
          )}
        />
      ))}
    </div>
  );
}
