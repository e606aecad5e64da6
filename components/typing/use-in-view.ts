'use client';

import { useEffect, useState, type RefObject } from 'react';

const SECTION_THRESHOLD = 0.1;
const MARGIN_NARROW = '250px 0px -50px 0px';
const MARGIN_WIDE = '0px 0px -100px 0px';
/** Less than 1 because of subpixel rounding. */
const WHOLE_RATIO = 0.98;

type Visibility = Pick<IntersectionObserverEntry, 'isIntersecting' | 'intersectionRatio'>;
const OUT_OF_VIEW: Visibility = { isIntersecting: false, intersectionRatio: 0 };

/**
 * Whether a heading's section or the whole heading is in view. A heading is `still` with reduced
 * motion, and if it was in view from the start and has not left since.
 */
type HeadingView = 'unknown' | 'still' | 'in' | 'out';

/** Reports each change. Returns a function that stops it. */
function watchHeading(
  heading: HTMLElement,
  rootMargin: string,
  onChange: (view: HeadingView) => void,
): () => void {
  let section: Visibility | undefined;
  let title: Visibility | undefined;
  let view: HeadingView = 'unknown';
  const update = () => {
    if (!section || !title) return;
    const isGone = !section.isIntersecting && !title.isIntersecting;
    const isWhole = title.isIntersecting && title.intersectionRatio >= WHOLE_RATIO;
    const isStill = view === 'unknown' ? title.isIntersecting : view === 'still' && !isGone;
    if (isStill) view = 'still';
    else view = section.isIntersecting || isWhole ? 'in' : 'out';
    onChange(view);
  };
  const watch = (
    element: Element,
    options: IntersectionObserverInit,
    keep: (visibility: Visibility) => void,
  ) => {
    const observer = new IntersectionObserver((entries) => {
      keep(entries.at(-1) ?? OUT_OF_VIEW);
      update();
    }, options);
    observer.observe(element);
    return observer;
  };
  const sectionOptions = { threshold: SECTION_THRESHOLD, rootMargin };
  const observers = [
    watch(heading.closest('section') ?? heading, sectionOptions, (seen) => (section = seen)),
    watch(heading, { threshold: [0, WHOLE_RATIO] }, (seen) => (title = seen)),
  ];
  return () => observers.forEach((observer) => observer.disconnect());
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
