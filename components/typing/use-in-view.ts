'use client';

import { useEffect, useState, type RefObject } from 'react';

const THRESHOLD = 0.1;
const NARROW = '(max-width: 768px)';
const MARGIN_NARROW = '250px 0px -50px 0px';
const MARGIN_WIDE = '0px 0px -100px 0px';
/** A heading wholly in view; less than 1 because of subpixel rounding. */
const WHOLE = 0.98;

/**
 * Whether the section around a heading is at least 10% in view, within the margins of docs/behaviour.md, section 9, or the
 * heading is wholly in sight. `null` until it is known, under reduced motion, and where the browser has no
 * IntersectionObserver; and as long as a heading that was in sight at first stays there, since it has been read.
 */
export function useInView(heading: RefObject<HTMLElement | null>): boolean | null {
  const [inView, setInView] = useState<boolean | null>(null);

  useEffect(() => {
    const { current } = heading;
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    if (!current || typeof IntersectionObserver === 'undefined') return;
    const narrow = matchMedia(NARROW);
    let stop = () => {};
    const observe = () => {
      stop();
      if (reducedMotion.matches) return setInView(null);
      let section: boolean | undefined;
      let sight: 'none' | 'part' | 'whole' | undefined;
      let isRead: boolean | undefined;
      const tell = () => {
        if (section === undefined || sight === undefined) return;
        isRead ??= sight !== 'none';
        isRead &&= section || sight !== 'none';
        setInView(isRead ? null : section || sight === 'whole');
      };
      const aroundIt = new IntersectionObserver(
        (entries) => {
          section = entries.at(-1)?.isIntersecting ?? false;
          tell();
        },
        { threshold: THRESHOLD, rootMargin: narrow.matches ? MARGIN_NARROW : MARGIN_WIDE },
      );
      const itself = new IntersectionObserver(
        (entries) => {
          const { isIntersecting = false, intersectionRatio = 0 } = entries.at(-1) ?? {};
          sight = !isIntersecting ? 'none' : intersectionRatio >= WHOLE ? 'whole' : 'part';
          tell();
        },
        { threshold: [0, WHOLE] },
      );
      stop = () => {
        aroundIt.disconnect();
        itself.disconnect();
      };
      aroundIt.observe(current.closest('section') ?? current);
      itself.observe(current);
    };
    observe();
    reducedMotion.addEventListener('change', observe);
    narrow.addEventListener('change', observe);
    return () => {
      stop();
      reducedMotion.removeEventListener('change', observe);
      narrow.removeEventListener('change', observe);
    };
  }, [heading]);

  return inView;
}
