import type { ReactNode } from 'react';
import { Icon } from '../ui/icon';

interface TryCallProps {
  label: string;
  /** The sections between the first screen and the call. */
  children: ReactNode;
}

/**
 * Keeps the call in reach on small screens: while nothing but these sections is in view, a bar at the foot of the window
 * leads to it. It needs no script: it sticks to the window's foot inside a track that begins a window below their upper
 * edge and ends with them (app/styles/surfaces.css).
 */
export function TryCall({ label, children }: TryCallProps) {
  return (
    <div className="relative">
      {children}
      <div className="try-call-track">
        <a href="#phone-caller" data-to-call="" className="try-call">
          <Icon name="phone" />
          {label}
        </a>
      </div>
    </div>
  );
}
