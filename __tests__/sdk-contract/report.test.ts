/** @jest-environment node */
import { readTitle, assumptions, formatTitle } from './assumptions';
import type { Assumption, AssumptionId } from './assumptions';
import { assessRuns, summarize, type TestRun } from './report';

const observable = assumptions.filter(({ unobservable }) => !unobservable);
const createRun = (ids: AssumptionId[], passed = true, finding = {}): TestRun => ({
  title: formatTitle(ids, finding),
  passed,
});
const createRuns = (list: readonly Assumption[]) =>
  list.filter(({ unobservable }) => !unobservable).map(({ id }) => createRun([id as AssumptionId]));
const everything = createRuns(assumptions);

test('parses the titles it writes', () => {
  const ids: AssumptionId[] = ['5.app-message', '9.limit.dtmf'];
  for (const finding of [{}, { difference: 'gone: a [b]' }, { value: '10: ten' }])
    expect(readTitle(formatTitle(ids, finding))).toEqual({ ids, ...finding });
  expect(readTitle('some other test')).toBeNull();
});

test('every assumption has an id of its own', () => {
  expect(new Set(assumptions.map(({ id }) => id)).size).toBe(assumptions.length);
  for (const { id, section } of assumptions) expect(id.split('.')[0]).toBe(section.split(' ')[0]);
});

test('accepts a run that tests every assumption', () => {
  const { rows, faults } = assessRuns(everything);
  expect(faults).toEqual([]);
  expect(summarize(rows).at(-1)).toMatchObject({
    assumptions: assumptions.length,
    holding: observable.length,
    differing: 0,
  });
});

test('an assumption without a test is a fault', () => {
  const { rows, faults } = assessRuns(everything.slice(1));
  expect(faults).toEqual(['3.events.call-id has no test.']);
  expect(rows[0]?.outcome).toBe('missing');
});

test('a test of something that is no assumption is a fault', () => {
  const { faults } = assessRuns([...everything, { title: '9.moon: its phase', passed: true }]);
  expect(faults).toEqual(['9.moon is tested, but is no assumption.']);
});

test('more than one assumption in twenty that cannot be observed is a fault', () => {
  const listFaultsWith = (hidden: number) => {
    const list = observable.slice(0, 40).map((assumption, index) => ({
      ...assumption,
      ...(index < hidden ? { unobservable: 'why' } : {}),
    }));
    return assessRuns(createRuns(list), list).faults;
  };
  expect(listFaultsWith(2)).toEqual([]);
  expect(listFaultsWith(3)).toEqual(['3 of 40 assumptions cannot be observed: at most 5 % may.']);
});

test('a failing test breaks each assumption it holds', () => {
  const ids: AssumptionId[] = ['4.speech.threshold', '9.speech.threshold'];
  const { rows } = assessRuns([...everything, createRun(ids, false)]);
  const broken = rows.filter(({ outcome }) => outcome === 'broken');
  expect(broken.map(({ assumption }) => assumption.id)).toEqual(ids);
});
