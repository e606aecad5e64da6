import type { ReactNode } from 'react';
import { cx } from './cx';

interface PanelProps {
  className?: string;
  children: ReactNode;
}

/** A large box with a lit edge and a glow. */
export function Panel({ className, children }: PanelProps) {
  return (
    <div className={cx('lit-edge rounded-panel p-px', className)}>
      <div className="glow rounded-panel bg-surface">{children}</div>
    </div>
  );
}
