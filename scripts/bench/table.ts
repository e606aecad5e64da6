/** A value of the product and of the reference page: milliseconds, or requests a second. */
export interface Pair {
  ours: number;
  reference: number;
  /** The slowest visit to each page; the numbers outside of it are medians. */
  worst?: Pair;
}

/** One measured goal. */
export interface Row {
  what: string;
  goal: string;
  measured: string;
  /** The figures behind a ratio: medians, then the slowest of each. */
  absolute?: string;
  pass: boolean;
}

/** Returns the median; with an even number of values, the upper one of the middle two. */
export const computeMedian = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** The medians of two pages' values, and the largest of each. */
export const computeMedians = (ours: number[], reference: number[]): Pair => ({
  ours: computeMedian(ours),
  reference: computeMedian(reference),
  worst: { ours: Math.max(...ours), reference: Math.max(...reference) },
});

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
  const ours: number[] = [];
  const reference: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const turns = [
      async () => ours.push(await measureOurs()),
      async () => reference.push(await measureReference()),
    ];
    for (const turn of visit % 2 ? turns.reverse() : turns) await turn();
  }
  if (reference.includes(Infinity)) throw new Error('The reference page did not respond.');
  const pair = computeMedians(ours, reference);
  return ours.includes(Infinity) ? { ...pair, ours: Infinity } : pair;
}

const formatNumber = (value: number) => String(Math.round(value * 1000) / 1000);
export const formatPair = ({ ours, reference, worst }: Pair, unit = ' ms'): string =>
  `${formatNumber(ours)} : ${formatNumber(reference)}${unit}` +
  (worst ? `, worst ${formatPair(worst, unit)}` : '');

const createLimit =
  (sign: string, holds: (measured: number, goal: number) => boolean) =>
  (goal: number, unit = '') =>
  (what: string, figure: number | Pair): Row => {
    const isPair = typeof figure === 'object';
    const measured = isPair ? figure.ours - figure.reference : figure;
    return {
      what,
      goal: `${sign} ${formatNumber(goal)}${unit}`,
      measured: `${formatNumber(measured)}${unit}`,
      ...(isPair && { absolute: formatPair(figure, '') }),
      pass: holds(measured, goal),
    };
  };
/** These compare a figure, or the difference of a pair, with a goal that was set before. */
export const atMost = createLimit('≤', (measured, goal) => measured <= goal);
export const atLeast = createLimit('≥', (measured, goal) => measured >= goal);

/** Shows a figure that has no goal. */
export const showOnly = (unit: string) => (what: string, figure: number | Pair) => ({
  ...atMost(Infinity, unit)(what, figure),
  goal: 'none',
});

/** Judges a pair by its ratio. A planted regression is expected to miss the goal. */
export const comparePair = (
  what: string,
  pair: Pair,
  goal: string,
  isReached: boolean,
  { isPlanted = false, unit = ' ms' } = {},
): Row => ({
  what,
  goal: isPlanted ? `not ${goal}` : goal,
  measured: `${(pair.ours / pair.reference).toFixed(2)} ×`,
  absolute: formatPair(pair, unit),
  pass: isReached !== isPlanted,
});
