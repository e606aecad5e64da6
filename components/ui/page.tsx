import type { ReactNode } from 'react';
import { cx } from './cx';
import { HydrationBoundary } from './hydration-boundary';

interface PartProps {
  className?: string;
  children: ReactNode;
}

export function Main({ className, children }: PartProps) {
  return (
    <HydrationBoundary selector="main">
      <main className={className}>{children}</main>
    </HydrationBoundary>
  );
}

export function Panel({ className, children }: PartProps) {
  return (
    <div className={cx('lit-edge rounded-panel p-px', className)}>
      <div className="glow rounded-panel bg-surface">{children}</div>
    </div>
  );
}
