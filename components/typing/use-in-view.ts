'use client';

import { useEffect, useState, type RefObject } from 'react';

const THRESHOLD = 0.1;
const NARROW = '(max-width: 768px)';
const MARGIN_NARROW = '250px 0px -50px 0px';
const MARGIN_WIDE = '0px 0px -100px 0px';

/**
 * Tells whether the section around an element is at least 10% on screen, within the margins of the
 * docs/behaviour.md, section 9. `null` as long as nobody knows, and for good where motion is
 * unwelcome or the browser cannot observe.
 */
export function useInView(element: RefObject<HTMLElement | null>): boolean | null {
  const [inView, setInView] = useState<boolean | null>(null);

  useEffect(() => {
    const target = element.current?.closest('section') ?? element.current;
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    if (!target || typeof IntersectionObserver === 'undefined') return;
    const narrow = matchMedia(NARROW);
    let observer: IntersectionObserver | undefined;
    const observe = () => {
      observer?.disconnect();
      if (still.matches) return setInView(null);
      observer = new IntersectionObserver(
        (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
        { threshold: THRESHOLD, rootMargin: narrow.matches ? MARGIN_NARROW : MARGIN_WIDE },
      );
      observer.observe(target);
    };
    observe();
    still.addEventListener('change', observe);
    narrow.addEventListener('change', observe);
    return () => {
      observer?.disconnect();
      still.removeEventListener('change', observe);
      narrow.removeEventListener('change', observe);
    };
  }, [element]);

  return inView;
}
