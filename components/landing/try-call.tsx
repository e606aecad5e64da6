import type { ReactNode } from 'react';
import { Icon } from '../ui/icon';

interface TryCallProps {
  label: string;
  /** The sections between the first screen and the call. */
  children: ReactNode;
}

/**
 * Keeps the call in reach on small screens: once the first screen has left, and as long as these sections are in view, a
 * bar at the foot of the window leads to it. It needs no script: it sticks inside a track that begins where the first
 * screen ends and ends with the sections (app/styles/surfaces.css). `keepBarClear` hides it over
 * buttons.
 */
export function TryCall({ label, children }: TryCallProps) {
  return (
    <div className="try-call-reach relative">
      {children}
      <div className="try-call-track">
        <a
          href="#phone-caller"
          data-to-call=""
          // `keepBarClear` may have hidden it.
          suppressHydrationWarning
          className="try-call"
        >
          <Icon name="phone" />
          <span>{label}</span>
        </a>
      </div>
    </div>
  );
}
