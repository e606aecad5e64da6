import type { ReactNode } from 'react';
import { HydrationBoundary } from '@/components/ui/hydration-boundary';

interface MainProps {
  className?: string;
  children: ReactNode;
}

/** The page's `main`, which hydrates separately. */
export function Main({ className, children }: MainProps) {
  return (
    <HydrationBoundary selector="main">
      <main className={className}>{children}</main>
    </HydrationBoundary>
  );
}
