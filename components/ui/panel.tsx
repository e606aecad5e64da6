import type { ReactNode } from 'react';
import { cx } from './cx';

interface PanelProps {
  className?: string;
  children: ReactNode;
}

/** The frame of the call; on wide windows the second column of its grid. */
export function Panel({ className, children }: PanelProps) {
  const place = 'self-start lg:col-start-2 lg:row-span-3 lg:row-start-1';
  return (
    <div className={cx('lit-edge rounded-panel p-px', place, className)}>
      <div className="glow rounded-panel bg-surface">{children}</div>
    </div>
  );
}
