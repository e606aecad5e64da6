import { act } from '@testing-library/react';

/** An IntersectionObserver of the page. */
interface Observer {
  options: IntersectionObserverInit | undefined;
  target: Element | null;
  /** Parts of the target that are in view; 0 means that nothing is. */
  report: (...ratios: number[]) => void;
}

/** Replaces what jsdom lacks: media queries, IntersectionObserver and the boxes of letters. */
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
    /** Brings the observed section into view, or out of it, and the part of the heading. */
    scroll: (isInView: boolean, heading = Number(isInView)) => {
      const [section, headingObserver] = observers;
      section?.report(Number(isInView));
      headingObserver?.report(heading);
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
