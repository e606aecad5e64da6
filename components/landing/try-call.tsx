'use client';

import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';

interface TryCallProps {
  label: string;
  /** The sections between the first screen and the call. */
  children: ReactNode;
}

/** The bar disappears when a button or link is closer than this. */
const MIN_DISTANCE_PX = 8;

/**
 * A bar on small screens that leads to the call while these sections are in view. CSS shows it
 * (app/styles/surfaces.css); the script hides it where it would cover a button or link.
 */
export function TryCall({ label, children }: TryCallProps) {
  const sections = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLAnchorElement>(null);
  const [isHidden, setIsHidden] = useState(false);

  useEffect(() => {
    const updateHidden = () => {
      if (!bar.current) return;
      const { top, bottom } = bar.current.getBoundingClientRect();
      const targets = sections.current?.querySelectorAll('a:not(.try-call), button') ?? [];
      const isUnderBar = (target: Element) => {
        const box = target.getBoundingClientRect();
        return box.bottom > top - MIN_DISTANCE_PX && box.top < bottom;
      };
      setIsHidden([...targets].some(isUnderBar));
    };
    updateHidden();
    addEventListener('scroll', updateHidden);
    addEventListener('resize', updateHidden);
    return () => {
      removeEventListener('scroll', updateHidden);
      removeEventListener('resize', updateHidden);
    };
  }, []);

  return (
    <div ref={sections} className="try-call-reach relative">
      {children}
      <div className="try-call-track">
        <a
          ref={bar}
          href="#phone-caller"
          data-to-call=""
          data-aside={isHidden ? '' : undefined}
          className="try-call"
        >
          <Icon name="phone" />
          <span>{label}</span>
        </a>
      </div>
    </div>
  );
}
