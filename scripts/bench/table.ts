/** One measured goal. */
export interface Row {
  what: string;
  goal: string;
  measured: string;
  /** The figures behind a ratio or a difference. */
  absolute: string;
  pass: boolean;
}

/** What visits to the product have measured, and visits to what it is compared with. */
export interface Pair {
  ours: number[];
  reference: number[];
}

/**
 * Measures two pages in turns, so that a slow minute of the machine affects both.
 *
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
  return { ours, reference };
}

/**
 * Returns the median, the upper one of the middle two if their number is even. It is Infinity if
 * a visit has failed.
 */
export function computeMedian(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return values.includes(Infinity) ? Infinity : (sorted[Math.floor(values.length / 2)] ?? NaN);
}

export const computeRatio = ({ ours, reference }: Pair): number =>
  computeMedian(ours) / computeMedian(reference);
export const computeDifference = ({ ours, reference }: Pair): number =>
  computeMedian(ours) - computeMedian(reference);

const formatNumber = (value: number) => String(Math.round(value * 1000) / 1000);

/** Shows medians, and the lowest and the highest value of each. */
export function formatPair({ ours, reference }: Pair, unit = ' ms'): string {
  const [first, second] = [ours, reference].map((values) => {
    const figures = [computeMedian(values), Math.min(...values), Math.max(...values)];
    const [median, lowest, highest] = figures.map(formatNumber);
    return `${median} (${lowest}–${highest})`;
  });
  return `${first} : ${second}${unit}`;
}

const createJudge =
  (sign: '≤' | '≥') =>
  (what: string, measured: number, goal: number, unit = '', absolute = ''): Row => ({
    what,
    goal: `${sign} ${formatNumber(goal)}${unit}`,
    measured: `${formatNumber(measured)}${unit}`,
    absolute,
    pass: sign === '≤' ? measured <= goal : measured >= goal,
  });
export const atMost = createJudge('≤');
export const atLeast = createJudge('≥');

/** The row of a planted fault, which is right if it misses the goal. */
export const expectMiss = ({ what, goal, pass, ...row }: Row): Row => ({
  ...row,
  what: `planted: ${what}`,
  goal: `not ${goal}`,
  pass: !pass,
});
