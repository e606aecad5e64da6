'use client';

import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';

interface TryCallProps {
  label: string;
  /** The sections between the first screen and the call. */
  children: ReactNode;
}

/** In CSS pixels, between the bar and what stands above it. */
const DISTANCE = 8;

/**
 * Keeps the call in reach on small screens: a bar at the foot of the window leads to it, once the
 * first screen has left and as long as these sections are in view. CSS alone shows the bar
 * (app/styles/surfaces.css). The script hides it over a button or link, which it would cut in two.
 */
export function TryCall({ label, children }: TryCallProps) {
  const reach = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLAnchorElement>(null);
  const [isAside, setAside] = useState(false);

  useEffect(() => {
    const look = () => {
      if (!bar.current) return;
      const { top, bottom } = bar.current.getBoundingClientRect();
      const others = reach.current?.querySelectorAll('a:not(.try-call), button') ?? [];
      const isUnderBar = (other: Element) => {
        const box = other.getBoundingClientRect();
        return box.bottom > top - DISTANCE && box.top < bottom;
      };
      setAside([...others].some(isUnderBar));
    };
    look();
    addEventListener('scroll', look);
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, []);

  return (
    <div ref={reach} className="try-call-reach relative">
      {children}
      <div className="try-call-track">
        <a
          ref={bar}
          href="#phone-caller"
          data-to-call=""
          data-aside={isAside ? '' : undefined}
          className="try-call"
        >
          <Icon name="phone" />
          <span>{label}</span>
        </a>
      </div>
    </div>
  );
}
