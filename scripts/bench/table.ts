import { MAX_RATIO, isWithinGoal, type Pair } from './compare';

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

/** Adds the machine's speed to the rows from the given one on. */
export function addBenchmark(firstRow: number, benchmark: number): void {
  for (const row of rows.slice(firstRow)) row.benchmark = benchmark;
}

const formatNumber = (value: number) => String(Math.round(value * 1000) / 1000);
const formatPair = ({ ours, reference, worst }: Pair): string =>
  `${formatNumber(ours)} : ${formatNumber(reference)} ms${worst ? `, worst ${formatPair(worst)}` : ''}`;
const createRowAdder =
  (sign: string, holds: (measured: number, goal: number) => boolean) =>
  (page: string, what: string, measured: number, goal: number, unit = '') => {
    const pass = holds(measured, goal);
    const text = `${sign} ${formatNumber(goal)}${unit}`;
    rows.push({ page, what, goal: text, measured: `${formatNumber(measured)}${unit}`, pass });
  };
export const addUpperLimit = createRowAdder('≤', (measured, goal) => measured <= goal);
export const addLowerLimit = createRowAdder('≥', (measured, goal) => measured >= goal);
export const addExclusiveLowerLimit = createRowAdder('>', (measured, goal) => measured > goal);

/** Adds a time that may exceed that of a bare HTML file in the same run by `maxMsOver` ms. */
export function addLimitOverBase(page: string, what: string, pair: Pair, maxMsOver: number): void {
  const measured = pair.ours - pair.reference;
  rows.push({
    page,
    what,
    goal: `≤ ${maxMsOver} ms over a bare HTML file`,
    measured: `${formatNumber(measured)} ms over`,
    absolute: formatPair(pair),
    pass: measured <= maxMsOver,
  });
}

/** How the table names the two reference pages. */
const REFERENCES = { bare: 'bare page', React: 'React alone' };
export type ReferencePage = keyof typeof REFERENCES;

/**
 * Adds a time of the main thread as a ratio to that of another page in the same run.
 *
 * @param stepMs a difference in ms that does not count
 * @param expectsFailure whether a regression was planted, which must be seen
 */
export function addTimeRatio(
  base: ReferencePage,
  page: string,
  what: string,
  pair: Pair,
  stepMs: number,
  expectsFailure = false,
): void {
  const { ours, reference: theirs } = pair;
  rows.push({
    page,
    what,
    goal: `${expectsFailure ? 'not ' : ''}≤ ${MAX_RATIO} × ${REFERENCES[base]}, or ${stepMs} ms more`,
    measured: theirs > 0 ? `${(ours / theirs).toFixed(2)} ×` : `${formatNumber(ours)} ms`,
    absolute: formatPair(pair),
    pass: isWithinGoal(pair, stepMs) !== expectsFailure,
  });
}

/** Adds how many requests a second are answered, as a ratio to the bare page's in the same run. */
export function addRateRatio(
  page: string,
  what: string,
  { ours, reference }: Pair,
  minimumRatio: number,
  expectsFailure = false,
): void {
  rows.push({
    page,
    what,
    goal: `${expectsFailure ? 'not ' : ''}≥ ${minimumRatio} × bare page`,
    measured: `${(ours / reference).toFixed(2)} ×`,
    absolute: `${Math.round(ours)} : ${Math.round(reference)}/s`,
    pass: ours >= minimumRatio * reference !== expectsFailure,
  });
}
