/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { installedVersions } from '../../proofs/sdk-contract/installed-versions';
import { assess, renderContract, summarise, type TestRun } from '../../proofs/sdk-contract/report';
import { typeDifferences } from '../../proofs/sdk-contract/type-differences';
import {
  readTitle,
  assumptions,
  titleOf,
  type Assumption,
  type AssumptionId,
} from '../../proofs/sdk-contract/assumptions';

const observable = assumptions.filter(({ unobservable }) => !unobservable);
const run = (ids: AssumptionId[], passed = true, finding = {}): TestRun => ({
  title: titleOf(ids, finding),
  passed,
});
const everything = observable.map(({ id }) => run([id as AssumptionId]));

test('the page was written from a run against the libraries that are installed', () => {
  const page = readFileSync('docs/sdk-contract.md', 'utf8');
  const [, list = ''] = /^Installed: (.*)\.$/m.exec(page) ?? [];
  const written = list.split(', ').map((each) => each.replaceAll('`', '').split(' '));
  expect(Object.fromEntries(written)).toEqual(installedVersions());
});

test('a title can be read back', () => {
  const ids: AssumptionId[] = ['5.app-message', '9.limit.dtmf'];
  expect(readTitle(titleOf(ids))).toEqual({ ids });
  expect(readTitle(titleOf(ids, { difference: 'gone: a [b]' }))).toEqual({
    ids,
    difference: 'gone: a [b]',
  });
  expect(readTitle(titleOf(ids, { value: '10: ten' }))).toEqual({ ids, value: '10: ten' });
  expect(readTitle('some other test')).toBeNull();
});

test('every assumption has an id of its own', () => {
  expect(new Set(assumptions.map(({ id }) => id)).size).toBe(assumptions.length);
  expect(assumptions.every(({ id, section }) => id.split('.')[0] === section.split(' ')[0])).toBe(
    true,
  );
});

test('a run with a test for every assumption has no fault', () => {
  const { rows, faults } = assess(everything);
  expect(faults).toEqual([]);
  expect(summarise(rows).at(-1)).toMatchObject({
    assumptions: assumptions.length,
    holding: observable.length,
    differing: 0,
  });
});

test('an assumption without a test is a fault', () => {
  const { rows, faults } = assess(everything.slice(1));
  expect(faults).toEqual(['3.events.call-id has no test.']);
  expect(rows[0]?.outcome).toBe('missing');
});

test('a test of something that is no assumption is a fault', () => {
  const { faults } = assess([...everything, { title: '9.moon: its phase', passed: true }]);
  expect(faults).toEqual(['9.moon is tested, but is no assumption.']);
});

test('more than one assumption in twenty that cannot be observed is a fault', () => {
  const hidden = (from: number): Assumption[] =>
    observable
      .slice(0, 40)
      .map((assumption, index) =>
        index < from ? { ...assumption, unobservable: 'why' } : assumption,
      );
  const faultsOf = (list: Assumption[]) =>
    assess(
      list.filter(({ unobservable }) => !unobservable).map(({ id }) => run([id as AssumptionId])),
      list,
    ).faults;
  expect(faultsOf(hidden(2))).toEqual([]);
  expect(faultsOf(hidden(3))).toEqual(['3 of 40 assumptions cannot be observed: at most 5 % may.']);
});

test('a failing test breaks each assumption it holds', () => {
  const { rows } = assess([
    ...everything,
    run(['4.speech.threshold', '9.speech.threshold'], false),
  ]);
  const broken = rows.filter(({ outcome }) => outcome === 'broken');
  expect(broken.map(({ assumption }) => assumption.id)).toEqual([
    '4.speech.threshold',
    '9.speech.threshold',
  ]);
});

test('the page says where the published types differ', () => {
  const page = renderContract(assess(everything).rows, {});
  expect(page.split('\n## ').at(-1)).toMatch(/^Published types\n/);
  for (const { subject, types, real, ours } of typeDifferences)
    expect(page).toContain(`| ${subject} | ${types} | ${real} | ${ours} |`);
});

test('the page names differences, values and who would feel a change', () => {
  const { rows } = assess([
    run(['9.version'], true, { difference: '1.2.3 | newer' }),
    run(['9.speaker'], true, { value: 'A Name' }),
    ...everything,
  ]);
  const page = renderContract(rows, { 'some-package': '1.2.3' });
  expect(page).toContain('`some-package` 1.2.3');
  expect(page).toContain(
    '| `9.version` | version of the call library | `lib/voice` | **differs**: 1.2.3 \\| newer |',
  );
  expect(page).toContain('| `lib/voice` | holds (A Name) |');
  expect(page).toContain('cannot be observed here: ');
});
