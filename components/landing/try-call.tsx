import type { ReactNode } from 'react';
import { HydrationBoundary } from '@/components/ui/hydration-boundary';
import { en } from '@/lib/content/en';
import { TryCallBar } from './try-call-bar';

/** The sections between the first screen and the call, with a bar that leads to the call. */
export function TryCall({ children }: { children: ReactNode }) {
  return (
    <HydrationBoundary parent="main" selector=".try-call-reach">
      <div className="try-call-reach relative">
        {children}
        <div className="try-call-track">
          <TryCallBar label={en.actions.tryCall} />
        </div>
      </div>
    </HydrationBoundary>
  );
}
