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

/** The largest allowed ratio of the product’s time to the reference page’s. */
const MAX_RATIO = 1.3;
/** In ms. A smaller difference cannot be seen. */
const FRAME_MS = 17;

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
export const formatPair = ({ ours, reference, worst }: Pair, unit = 'ms'): string =>
  `${formatNumber(ours)} : ${formatNumber(reference)} ${unit}` +
  (worst ? `, worst ${formatPair(worst, unit)}` : '');

/** Compares a figure with a goal that was set before. */
export type Goal<Figure> = (what: string, figure: Figure) => Row;

const createLimit =
  (sign: string, holds: (measured: number, goal: number) => boolean) =>
  (goal: number, unit = ''): Goal<number> =>
  (what, figure) => ({
    what,
    goal: `${sign} ${formatNumber(goal)}${unit}`,
    measured: `${formatNumber(figure)}${unit}`,
    pass: holds(figure, goal),
  });
export const atMost = createLimit('≤', (measured, goal) => measured <= goal);
export const atLeast = createLimit('≥', (measured, goal) => measured >= goal);

/** A time may exceed that of a reference page in the same run by this many ms. */
export const atMostOver =
  (goal: number, base: string): Goal<Pair> =>
  (what, pair) => {
    const measured = pair.ours - pair.reference;
    return {
      what,
      goal: `≤ ${goal} ms over ${base}`,
      measured: `${formatNumber(measured)} ms over`,
      absolute: formatPair(pair),
      pass: measured <= goal,
    };
  };

/** Reports a time next to that of the bare page. That of a lost tap is infinite, and fails. */
export const reportTimes = (what: string, pair: Pair): Row => ({
  what,
  goal: 'none lost',
  measured: `${(pair.ours / pair.reference).toFixed(2)} ×`,
  absolute: formatPair(pair),
  pass: Number.isFinite(pair.ours),
});

/** Compares a time with that of the bare page. A planted regression is expected to fail. */
export function compareTimes(what: string, pair: Pair, isPlanted = false): Row {
  const { ours, reference } = pair;
  const isReached = ours <= reference * MAX_RATIO || ours - reference <= FRAME_MS;
  return {
    what,
    goal: `${isPlanted ? 'not ' : ''}≤ ${MAX_RATIO} × bare page, or ${FRAME_MS} ms more`,
    measured: reference > 0 ? `${(ours / reference).toFixed(2)} ×` : `${formatNumber(ours)} ms`,
    absolute: formatPair(pair),
    pass: isReached !== isPlanted,
  };
}

/** Compares how many requests a second are answered with those of the bare Next page. */
export function compareRates(
  what: string,
  { ours, reference }: Pair,
  minimumRatio: number,
  isPlanted = false,
): Row {
  return {
    what,
    goal: `${isPlanted ? 'not ' : ''}≥ ${minimumRatio} × bare Next page`,
    measured: `${(ours / reference).toFixed(2)} ×`,
    absolute: `${Math.round(ours)} : ${Math.round(reference)}/s`,
    pass: ours >= minimumRatio * reference !== isPlanted,
  };
}
