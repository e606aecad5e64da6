import type { Page } from '@playwright/test';

/** Milliseconds of the main thread, the product's and those of the page it is compared with. */
export interface Pair {
  ours: number;
  base: number;
  /** The slowest single visits; in `ours` and `base` themselves are the medians. */
  worst?: Pair;
}

/** How much of the other page's time the product may take. */
export const AT_MOST = 1.3;

/**
 * Measures two pages in turns, so that a slow minute of the machine affects both.
 *
 * @returns the medians of so many visits each; Infinity for ours when a single visit was lost
 * @throws when the other page lost one
 */
export async function measureInTurns(
  visits: number,
  ours: () => Promise<number>,
  base: () => Promise<number>,
): Promise<Pair> {
  const took = { ours: [] as number[], base: [] as number[] };
  for (let visit = 0; visit < visits; visit += 1) {
    const turns = [
      async () => took.ours.push(await ours()),
      async () => took.base.push(await base()),
    ];
    for (const turn of visit % 2 ? turns.reverse() : turns) await turn();
  }
  if (took.base.includes(Infinity)) throw new Error('The page to compare with gave no answer.');
  const pair = medians(took.ours, took.base);
  return took.ours.includes(Infinity) ? { ...pair, ours: Infinity } : pair;
}

/** The medians of two pages' values, and the largest of each. */
export const medians = (ours: number[], base: number[]): Pair => ({
  ours: median(ours),
  base: median(base),
  worst: { ours: Math.max(...ours), base: Math.max(...base) },
});

/**
 * Whether the product takes no more than its share of the other page's time.
 *
 * @param step the least difference in ms that the clock can tell
 */
export const isWithinGoal = ({ ours, base }: Pair, step: number): boolean =>
  ours <= base * AT_MOST || ours - base <= step;

/** A planted regression: every click blocks the main thread for `took` ms more, at least for 60. */
export const blockClicks = (took: number) => (page: Page) =>
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
    Math.max(60, took),
  );

/** The middle of the values; of an even number, the worse of the middle two where more is worse. */
export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
