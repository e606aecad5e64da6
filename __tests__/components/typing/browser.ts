import { act } from '@testing-library/react';

/** An IntersectionObserver of the page. */
interface Observer {
  options: IntersectionObserverInit | undefined;
  target: Element | null;
  /** Parts of the target that are in view; 0 means that nothing is. */
  report: (...ratios: number[]) => void;
}

/** The top and bottom of a heading in the window, and above and below it; in pixels. */
const HEADING_PLACES = {
  'in the window': [100, 140],
  'cut off at the top': [-20, 20],
  'cut off at the foot': [window.innerHeight - 20, window.innerHeight + 20],
  'just above the window': [-40, 0],
  'just below the window': [window.innerHeight, window.innerHeight + 40],
} as const;
type HeadingPlace = keyof typeof HEADING_PLACES;

/** Replaces what jsdom lacks: media queries, IntersectionObserver, and boxes. */
export function stubBrowser() {
  const matchingQueries = new Set<string>();
  const listeners = new Set<[query: string, changed: () => void]>();
  const observers = new Set<Observer>();
  window.matchMedia = ((query: string) => ({
    get matches() {
      return matchingQueries.has(query);
    },
    addEventListener: (event: string, listener: () => void) => {
      if (event === 'change') listeners.add([query, listener]);
    },
    removeEventListener: (event: string, listener: () => void) => {
      for (const entry of listeners)
        if (event === 'change' && entry[0] === query && entry[1] === listener)
          listeners.delete(entry);
    },
  })) as unknown as typeof window.matchMedia;
  window.IntersectionObserver = class {
    observer: Observer;
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const report = (...all: number[]) =>
        act(() =>
          callback(
            all.map((intersectionRatio) => ({
              isIntersecting: intersectionRatio > 0,
              intersectionRatio,
              boundingClientRect: { height: sectionHeight },
              rootBounds: { height: 150 },
            })) as IntersectionObserverEntry[],
            this as never,
          ),
        );
      this.observer = { options, target: null, report };
    }
    observe(target: Element) {
      this.observer.target = target;
      observers.add(this.observer);
    }
    disconnect() {
      observers.delete(this.observer);
    }
  } as unknown as typeof IntersectionObserver;
  let sectionHeight = 1500;
  let place: HeadingPlace = 'just below the window';
  HTMLHeadingElement.prototype.getBoundingClientRect = () => {
    const [top, bottom] = HEADING_PLACES[place];
    return { top, bottom } as DOMRect;
  };
  // Ten pixels per character, wrapped after the third.
  Range.prototype.getClientRects = function rects(this: Range) {
    const first = Math.min(this.endOffset, 3);
    return [{ width: first * 10 }, { width: (this.endOffset - first) * 10 }] as never;
  };
  return {
    observers,
    listeners,
    /** Makes a media query match or not. */
    set: (query: string, matches: boolean) => {
      if (matches) matchingQueries.add(query);
      else matchingQueries.delete(query);
      act(() => listeners.forEach(([asked, changed]) => asked === query && changed()));
    },
    setSectionHeight: (height: number) => (sectionHeight = height),
    /** Scrolls until this part of the observed section is in view. */
    scroll: (
      part: number,
      heading: HeadingPlace = part > 0 ? 'in the window' : 'just below the window',
    ) => {
      place = heading;
      for (const { report } of observers) report(part);
    },
  };
}

export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
export const NARROW = '(max-width: 768px)';

const getLines = () => Array.from(document.querySelectorAll<HTMLElement>('.typing-line'));

/** The state of each line. */
export const readStates = () => getLines().map((line) => line.dataset.typing);
/** The uncovered width of a line. */
export const readUncovered = (line = 0) => getLines()[line]?.style.getPropertyValue('--typed');
export const readCaret = () => getLines()[0]?.style.getPropertyValue('--caret');
export const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));
