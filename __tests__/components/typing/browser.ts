import { act } from '@testing-library/react';

/** An observer that the page has asked for, by what it was asked and what it looks at. */
interface Observer {
  options: IntersectionObserverInit | undefined;
  target: Element | null;
  report: (...isIntersecting: boolean[]) => void;
}

/** Stands in for what jsdom lacks: media queries, the observer of what is in view, and boxes of letters. */
export function stubBrowser() {
  const on = new Set<string>();
  const listeners = new Set<[query: string, changed: () => void]>();
  const observers = new Set<Observer>();
  window.matchMedia = ((query: string) => ({
    get matches() {
      return on.has(query);
    },
    addEventListener: (event: string, changed: () => void) => {
      if (event === 'change') listeners.add([query, changed]);
    },
    removeEventListener: (event: string, changed: () => void) => {
      for (const entry of listeners)
        if (event === 'change' && entry[0] === query && entry[1] === changed)
          listeners.delete(entry);
    },
  })) as unknown as typeof window.matchMedia;
  window.IntersectionObserver = class {
    observer: Observer;
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const report = (...all: boolean[]) =>
        act(() =>
          callback(
            all.map((isIntersecting) => ({ isIntersecting })) as IntersectionObserverEntry[],
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
  // Ten pixels a character, wrapped after the third.
  Range.prototype.getClientRects = function rects(this: Range) {
    const first = Math.min(this.endOffset, 3);
    return [{ width: first * 10 }, { width: (this.endOffset - first) * 10 }] as never;
  };
  return {
    observers,
    listeners,
    /** Makes a media query match, or no longer. */
    set: (query: string, matches: boolean) => {
      if (matches) on.add(query);
      else on.delete(query);
      act(() => listeners.forEach(([asked, changed]) => asked === query && changed()));
    },
    /** Brings the one observed section into view, or out of it. */
    scroll: (inView: boolean) => {
      const [observer] = observers;
      observer?.report(inView);
    },
  };
}

export const STILL = '(prefers-reduced-motion: reduce)';
export const NARROW = '(max-width: 768px)';

const lines = () => Array.from(document.querySelectorAll<HTMLElement>('.typing-line'));

/** What each line of the heading is doing. */
export const states = () => lines().map((line) => line.dataset.typing);
/** How far a line is uncovered. */
export const uncovered = (line = 0) => lines()[line]?.style.getPropertyValue('--typed');
export const caret = () => lines()[0]?.style.getPropertyValue('--caret');
export const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
