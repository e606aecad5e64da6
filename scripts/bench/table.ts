/** One measured goal. */
export interface Row {
  name: string;
  value: number;
  sign: '≤' | '≥';
  goal: number;
  unit: string;
  /** The figures behind the value. */
  detail: string;
  pass: boolean;
  /** Whether it may miss its goal only because the machine is busy. */
  needsQuiet: boolean;
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

/** Returns the median. It is Infinity if a visit has failed. */
export function computeMedian(values: number[]): number {
  if (values.includes(Infinity)) return Infinity;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

export const computeRatio = ({ ours, reference }: Pair): number =>
  computeMedian(ours) / computeMedian(reference);

const formatNumber = (value: number) => String(Math.round(value * 1000) / 1000);

/** Shows the median, the lowest and the highest value. */
export function formatRange(values: number[]): string {
  const figures = [computeMedian(values), Math.min(...values), Math.max(...values)];
  const [median, lowest, highest] = figures.map(formatNumber);
  return `${median} (${lowest}–${highest})`;
}

export const formatPair = ({ ours, reference }: Pair, unit = ' ms'): string =>
  `${formatRange(ours)} : ${formatRange(reference)}${unit}`;

type Measured = Pick<Row, 'name' | 'value' | 'goal'> &
  Partial<Pick<Row, 'unit' | 'detail' | 'needsQuiet'>>;

const createJudge =
  (sign: '≤' | '≥') =>
  ({ name, value, goal, unit = '', detail = '', needsQuiet = false }: Measured): Row => {
    const pass = sign === '≤' ? value <= goal : value >= goal;
    return { name, value, sign, goal, unit, detail, pass, needsQuiet };
  };
export const atMost = createJudge('≤');
export const atLeast = createJudge('≥');

/** The row of a planted fault, which is right if it misses the goal. */
export const expectMiss = ({ name, pass, ...row }: Row): Row => ({
  ...row,
  name: `planted, has to miss: ${name}`,
  pass: !pass,
  needsQuiet: false,
});

/** Formats a row for `console.table`. */
export const formatRow = ({ name, value, sign, goal, unit, detail, pass }: Row) => ({
  name,
  goal: `${sign} ${formatNumber(goal)}${unit}`,
  measured: `${formatNumber(value)}${unit}`,
  detail,
  pass,
});
