/** A value of the product and of the reference page: milliseconds, or requests a second. */
export interface Pair {
  ours: number;
  reference: number;
  /** The slowest visit to each page; the numbers outside of it are medians. */
  worst?: Pair;
}

interface Row {
  page: string;
  what: string;
  goal: string;
  measured: string;
  /** The figures behind a ratio: medians, then the slowest of each. */
  absolute?: string;
  /** Lighthouse's measure of the machine's speed at that time; higher is faster. */
  benchmark?: number;
  pass: boolean;
}
export const rows: Row[] = [];

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

const createRowAdder =
  (sign: string, holds: (measured: number, goal: number) => boolean) =>
  (page: string, what: string, measured: number, goal: number, unit = '') => {
    const text = `${sign} ${formatNumber(goal)}${unit}`;
    const pass = holds(measured, goal);
    rows.push({ page, what, goal: text, measured: `${formatNumber(measured)}${unit}`, pass });
  };
export const addUpperLimit = createRowAdder('≤', (measured, goal) => measured <= goal);
export const addLowerLimit = createRowAdder('≥', (measured, goal) => measured >= goal);

/** Adds a time that may exceed that of a reference page in the same run by `maxMsOver` ms. */
export function addLimitOverBase(
  page: string,
  what: string,
  pair: Pair,
  maxMsOver: number,
  base: string,
): void {
  const measured = pair.ours - pair.reference;
  rows.push({
    page,
    what,
    goal: `≤ ${maxMsOver} ms over ${base}`,
    measured: `${formatNumber(measured)} ms over`,
    absolute: formatPair(pair),
    pass: measured <= maxMsOver,
  });
}

/** Adds a time as a ratio to that of the bare page. A planted regression is expected to fail. */
export function addTimeRatio(page: string, what: string, pair: Pair, isPlanted = false): void {
  const { ours, reference } = pair;
  const isReached = ours <= reference * MAX_RATIO || ours - reference <= FRAME_MS;
  rows.push({
    page,
    what,
    goal: `${isPlanted ? 'not ' : ''}≤ ${MAX_RATIO} × bare page, or ${FRAME_MS} ms more`,
    measured: reference > 0 ? `${(ours / reference).toFixed(2)} ×` : `${formatNumber(ours)} ms`,
    absolute: formatPair(pair),
    pass: isReached !== isPlanted,
  });
}

/** Adds how many requests a second are answered, as a ratio to those of the bare Next page. */
export function addRateRatio(
  page: string,
  what: string,
  { ours, reference }: Pair,
  minimumRatio: number,
  isPlanted = false,
): void {
  rows.push({
    page,
    what,
    goal: `${isPlanted ? 'not ' : ''}≥ ${minimumRatio} × bare Next page`,
    measured: `${(ours / reference).toFixed(2)} ×`,
    absolute: `${Math.round(ours)} : ${Math.round(reference)}/s`,
    pass: ours >= minimumRatio * reference !== isPlanted,
  });
}
