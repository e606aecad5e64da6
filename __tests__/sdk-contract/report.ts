import { readTitle, assumptions as allAssumptions, type Assumption } from './assumptions';

export interface TestRun {
  title: string;
  passed: boolean;
}

export interface Row {
  assumption: Assumption;
  outcome: 'holds' | 'differs' | 'not observable' | 'broken' | 'missing';
  /** How it differs, which value was found, or why it cannot be observed. */
  detail: string;
}

const MAX_UNOBSERVABLE_SHARE = 0.05;

/**
 * Finds the tests of each assumption in a run.
 *
 * @returns one row per assumption, and the faults of this run
 */
export function assessRuns(
  runs: readonly TestRun[],
  assumptions: readonly Assumption[] = allAssumptions,
): { rows: Row[]; faults: string[] } {
  const titledRuns = runs.flatMap((run) => {
    const title = readTitle(run.title);
    return title ? [{ ...run, ...title }] : [];
  });
  const rows = assumptions.map((assumption): Row => {
    const ownRuns = titledRuns.filter(({ ids }) => ids.includes(assumption.id));
    const createRow = (outcome: Row['outcome'], detail = '') => ({ assumption, outcome, detail });
    if (ownRuns.some(({ passed }) => !passed)) return createRow('broken');
    const difference = ownRuns.map((test) => test.difference).find(Boolean);
    if (difference) return createRow('differs', difference);
    if (ownRuns.length > 0)
      return createRow('holds', ownRuns.map(({ value }) => value).find(Boolean));
    return assumption.unobservable
      ? createRow('not observable', assumption.unobservable)
      : createRow('missing');
  });

  const unknownIds = titledRuns
    .flatMap(({ ids }) => ids)
    .filter((id) => !assumptions.some((assumption) => assumption.id === id));
  const missing = rows.filter(({ outcome }) => outcome === 'missing');
  const unobservableCount = countRows(rows, 'not observable');
  const faults = [
    ...missing.map(({ assumption }) => `${assumption.id} has no test.`),
    ...unknownIds.map((id) => `${id} is tested, but is no assumption.`),
  ];
  if (unobservableCount > MAX_UNOBSERVABLE_SHARE * rows.length)
    faults.push(
      `${unobservableCount} of ${rows.length} assumptions cannot be observed: at most 5 % may.`,
    );
  return { rows, faults };
}

const countRows = (rows: readonly Row[], ...outcomes: Row['outcome'][]) =>
  rows.filter(({ outcome }) => outcomes.includes(outcome)).length;

/** Counts the assumptions of each library by outcome, the sum last. */
export function summarize(rows: readonly Row[]) {
  const libraries = [...new Set(rows.map(({ assumption }) => assumption.library)), 'all'];
  return libraries.map((library) => {
    const ownRows = rows.filter((row) => [row.assumption.library, 'all'].includes(library));
    return {
      library,
      assumptions: ownRows.length,
      holding: countRows(ownRows, 'holds'),
      differing: countRows(ownRows, 'differs'),
      'not observable': countRows(ownRows, 'not observable'),
      'used by the product': ownRows.filter(({ assumption }) => assumption.usedBy).length,
    };
  });
}
