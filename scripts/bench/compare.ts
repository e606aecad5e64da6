import type { Page } from '@playwright/test';

/** A value of the product and of the reference page: milliseconds, or requests a second. */
export interface Pair {
  ours: number;
  reference: number;
  /** The slowest visit to each page; the numbers outside of it are medians. */
  worst?: Pair;
}

/** The largest allowed ratio of the product’s time to the reference page’s. */
export const MAX_RATIO = 1.3;

/**
 * Measures two pages in turns, so that a slow minute of the machine affects both.
 *
 * @returns the medians of `visits` visits each; `ours` is Infinity if one of our visits failed
 * @throws if a visit of the reference page failed
 */
export async function measureInTurns(
  visits: number,
  measureOurs: () => Promise<number>,
  measureReference: () => Promise<number>,
): Promise<Pair> {
  const times = { ours: [] as number[], reference: [] as number[] };
  for (let visit = 0; visit < visits; visit += 1) {
    const turns = [
      async () => times.ours.push(await measureOurs()),
      async () => times.reference.push(await measureReference()),
    ];
    for (const turn of visit % 2 ? turns.reverse() : turns) await turn();
  }
  if (times.reference.includes(Infinity))
    throw new Error('The reference page did not respond to a tap.');
  const pair = computeMedians(times.ours, times.reference);
  return times.ours.includes(Infinity) ? { ...pair, ours: Infinity } : pair;
}

/** The medians of two pages' values, and the largest of each. */
export const computeMedians = (ours: number[], reference: number[]): Pair => ({
  ours: computeMedian(ours),
  reference: computeMedian(reference),
  worst: { ours: Math.max(...ours), reference: Math.max(...reference) },
});

/**
 * Whether the product takes at most MAX_RATIO times as long as the reference page.
 *
 * @param stepMs the smallest difference in ms that the clock can resolve
 */
export const isWithinGoal = ({ ours, reference }: Pair, stepMs: number): boolean =>
  ours <= reference * MAX_RATIO || ours - reference <= stepMs;

/** Plants a regression: each click blocks the main thread this much longer, at least 60 ms. */
export const blockClicks = (blockMs: number) => (page: Page) =>
  page.addInitScript(
    (ms) => {
      addEventListener(
        'click',
        () => {
          const end = performance.now() + ms;
          while (performance.now() < end);
        },
        true,
      );
    },
    Math.max(60, blockMs),
  );

/** Returns the median; with an even number of values, the upper one of the middle two. */
export function computeMedian(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
