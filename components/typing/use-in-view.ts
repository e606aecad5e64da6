'use client';

import { useEffect, useState, type RefObject } from 'react';

const THRESHOLD = 0.1;
const NARROW = '(max-width: 768px)';
const MARGIN_NARROW = '250px 0px -50px 0px';
const MARGIN_WIDE = '0px 0px -100px 0px';

/**
 * Whether the section around an element is at least 10% in view, within the margins of docs/behaviour.md, section 9.
 * `null` until it is known, under reduced motion, and where the browser has no IntersectionObserver.
 */
export function useInView(element: RefObject<HTMLElement | null>): boolean | null {
  const [inView, setInView] = useState<boolean | null>(null);

  useEffect(() => {
    const target = element.current?.closest('section') ?? element.current;
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    if (!target || typeof IntersectionObserver === 'undefined') return;
    const narrow = matchMedia(NARROW);
    let observer: IntersectionObserver | undefined;
    const observe = () => {
      observer?.disconnect();
      if (reducedMotion.matches) return setInView(null);
      observer = new IntersectionObserver(
        (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
        { threshold: THRESHOLD, rootMargin: narrow.matches ? MARGIN_NARROW : MARGIN_WIDE },
      );
      observer.observe(target);
    };
    observe();
    reducedMotion.addEventListener('change', observe);
    narrow.addEventListener('change', observe);
    return () => {
      observer?.disconnect();
      reducedMotion.removeEventListener('change', observe);
      narrow.removeEventListener('change', observe);
    };
  }, [element]);

  return inView;
}
