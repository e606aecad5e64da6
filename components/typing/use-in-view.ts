'use client';

import { useEffect, useState, type RefObject } from 'react';

const SECTION_THRESHOLD = 0.1;
const NARROW_QUERY = '(max-width: 768px)';
const MARGIN_NARROW = '250px 0px -50px 0px';
const MARGIN_WIDE = '0px 0px -100px 0px';
/** Less than 1 because of subpixel rounding. */
const WHOLE_RATIO = 0.98;

type Visibility = Pick<IntersectionObserverEntry, 'isIntersecting' | 'intersectionRatio'>;
const OUT_OF_VIEW: Visibility = { isIntersecting: false, intersectionRatio: 0 };

/**
 * Whether a heading's section or the whole heading is in view (docs/behaviour.md, section 9).
 * `null` if unknown, with reduced motion, or if the heading was in view from the start.
 */
export function useInView(heading: RefObject<HTMLElement | null>): boolean | null {
  const [isInView, setIsInView] = useState<boolean | null>(null);

  useEffect(() => {
    const { current } = heading;
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    if (!current || typeof IntersectionObserver === 'undefined') return;
    const narrow = matchMedia(NARROW_QUERY);
    let stop = () => {};
    const observe = () => {
      stop();
      if (reducedMotion.matches) return setIsInView(null);
      let section: Visibility | undefined;
      let title: Visibility | undefined;
      /** Until section and heading have left the view. */
      let isShownFromStart: boolean | undefined;
      const update = () => {
        if (!section || !title) return;
        const isWhole = title.isIntersecting && title.intersectionRatio >= WHOLE_RATIO;
        isShownFromStart ??= title.isIntersecting;
        if (!section.isIntersecting && !title.isIntersecting) isShownFromStart = false;
        setIsInView(isShownFromStart ? null : section.isIntersecting || isWhole);
      };
      const sectionObserver = new IntersectionObserver(
        (entries) => {
          section = entries.at(-1) ?? OUT_OF_VIEW;
          update();
        },
        { threshold: SECTION_THRESHOLD, rootMargin: narrow.matches ? MARGIN_NARROW : MARGIN_WIDE },
      );
      const headingObserver = new IntersectionObserver(
        (entries) => {
          title = entries.at(-1) ?? OUT_OF_VIEW;
          update();
        },
        { threshold: [0, WHOLE_RATIO] },
      );
      stop = () => {
        sectionObserver.disconnect();
        headingObserver.disconnect();
      };
      sectionObserver.observe(current.closest('section') ?? current);
      headingObserver.observe(current);
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

  return isInView;
}
