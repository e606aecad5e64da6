'use client';

import { useEffect, useState, type RefObject } from 'react';

const SECTION_THRESHOLD = 0.1;
const MARGIN_NARROW = '250px 0px -50px 0px';
const MARGIN_WIDE = '0px 0px -100px 0px';

/**
 * Whether a tenth of a heading's section is in view. A heading is `still` with reduced motion, and
 * if it was in view from the start and its section has not left since.
 */
type HeadingView = 'unknown' | 'still' | 'in' | 'out';

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

/** Reports each change. Returns a function that stops it. */
function watchHeading(
  heading: HTMLElement,
  rootMargin: string,
  onChange: (view: HeadingView) => void,
): () => void {
  let view: HeadingView = 'unknown';
  const observer = new IntersectionObserver(
    (entries) => {
      const isIn = (entries.at(-1)?.intersectionRatio ?? 0) >= SECTION_THRESHOLD;
      const isStill = view === 'unknown' ? isInWindow(heading) : view === 'still' && isIn;
      if (isStill) view = 'still';
      else view = isIn ? 'in' : 'out';
      onChange(view);
    },
    { threshold: SECTION_THRESHOLD, rootMargin },
  );
  observer.observe(heading.closest('section') ?? heading);
  return () => observer.disconnect();
}

/** Follows whether a heading is in view (docs/behaviour.md, section 9). */
export function useInView(heading: RefObject<HTMLElement | null>): HeadingView {
  const [view, setView] = useState<HeadingView>('unknown');

  useEffect(() => {
    const { current } = heading;
    if (!current || typeof IntersectionObserver === 'undefined') return;
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    const narrow = matchMedia('(max-width: 768px)');
    let unwatch = () => {};
    const restart = () => {
      unwatch();
      if (reducedMotion.matches) setView('still');
      else unwatch = watchHeading(current, narrow.matches ? MARGIN_NARROW : MARGIN_WIDE, setView);
    };
    restart();
    reducedMotion.addEventListener('change', restart);
    narrow.addEventListener('change', restart);
    return () => {
      unwatch();
      reducedMotion.removeEventListener('change', restart);
      narrow.removeEventListener('change', restart);
    };
  }, [heading]);

  return view;
}
