'use client';

import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';

/** The bar disappears when a button or link is closer than this. */
const MIN_DISTANCE_PX = 8;

/** On small screens only (landing.css); the script hides it where it would cover a button. */
function TryCallBar({ label }: { label: string }) {
  const bar = useRef<HTMLAnchorElement>(null);
  const [isHidden, setIsHidden] = useState(false);

  useEffect(() => {
    const updateHidden = () => {
      const { top = 0, bottom = 0 } = bar.current?.getBoundingClientRect() ?? {};
      const isShownByCss = bottom > top;
      if (!isShownByCss) return;
      const isUnderBar = (target: Element) => {
        const box = target.getBoundingClientRect();
        return box.bottom > top - MIN_DISTANCE_PX && box.top < bottom;
      };
      const sections = bar.current?.closest('.try-call-reach');
      const targets = sections?.querySelectorAll('a:not(.try-call), button') ?? [];
      setIsHidden([...targets].some(isUnderBar));
    };
    updateHidden();
    const unmounted = new AbortController();
    for (const change of ['scroll', 'resize'])
      addEventListener(change, updateHidden, { signal: unmounted.signal });
    return () => unmounted.abort();
  }, []);

  return (
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
  );
}

export function TryCall({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="try-call-reach relative">
      {children}
      <div className="try-call-track">
        <TryCallBar label={label} />
      </div>
    </div>
  );
}
