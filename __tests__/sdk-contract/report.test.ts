/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { installedVersions } from '../../proofs/sdk-contract/installed-versions';
import { assess, renderContract, summarise, type TestRun } from '../../proofs/sdk-contract/report';
import {
  readTitle,
  sentences,
  titleOf,
  type Sentence,
  type SentenceId,
} from '../../proofs/sdk-contract/sentences';

const observable = sentences.filter(({ unobservable }) => !unobservable);
const run = (ids: SentenceId[], passed = true, finding = {}): TestRun => ({
  title: titleOf(ids, finding),
  passed,
});
const everything = observable.map(({ id }) => run([id as SentenceId]));

test('the page was written from a run against the libraries that are installed', () => {
  const page = readFileSync('docs/sdk-contract.md', 'utf8');
  const [, list = ''] = /^Installed: (.*)\.$/m.exec(page) ?? [];
  const written = list.split(', ').map((each) => each.replaceAll('`', '').split(' '));
  expect(Object.fromEntries(written)).toEqual(installedVersions());
});

test('a title can be read back', () => {
  const ids: SentenceId[] = ['5.app-message', '9.limit.dtmf'];
  expect(readTitle(titleOf(ids))).toEqual({ ids });
  expect(readTitle(titleOf(ids, { difference: 'gone: a [b]' }))).toEqual({
    ids,
    difference: 'gone: a [b]',
  });
  expect(readTitle(titleOf(ids, { value: '10: ten' }))).toEqual({ ids, value: '10: ten' });
  expect(readTitle('some other test')).toBeNull();
});

test('every sentence has an id of its own', () => {
  expect(new Set(sentences.map(({ id }) => id)).size).toBe(sentences.length);
  expect(sentences.every(({ id, section }) => id.split('.')[0] === section.split(' ')[0])).toBe(
    true,
  );
});

test('a run with a test for every sentence has no fault', () => {
  const { rows, faults } = assess(everything);
  expect(faults).toEqual([]);
  expect(summarise(rows).at(-1)).toMatchObject({
    sentences: sentences.length,
    holding: observable.length,
    differing: 0,
  });
});

test('a sentence without a test is a fault', () => {
  const { rows, faults } = assess(everything.slice(1));
  expect(faults).toEqual(['3.events.call-id has no test.']);
  expect(rows[0]?.outcome).toBe('missing');
});

test('a test of something that is no sentence is a fault', () => {
  const { faults } = assess([...everything, { title: '9.moon: its phase', passed: true }]);
  expect(faults).toEqual(['9.moon is tested, but is no sentence.']);
});

test('more than one sentence in twenty that cannot be observed is a fault', () => {
  const hidden = (from: number): Sentence[] =>
    observable
      .slice(0, 40)
      .map((sentence, index) => (index < from ? { ...sentence, unobservable: 'why' } : sentence));
  const faultsOf = (list: Sentence[]) =>
    assess(
      list.filter(({ unobservable }) => !unobservable).map(({ id }) => run([id as SentenceId])),
      list,
    ).faults;
  expect(faultsOf(hidden(2))).toEqual([]);
  expect(faultsOf(hidden(3))).toEqual(['3 of 40 sentences cannot be observed: at most 5 % may.']);
});

test('a failing test breaks each sentence it holds', () => {
  const { rows } = assess([
    ...everything,
    run(['4.speech.threshold', '9.speech.threshold'], false),
  ]);
  const broken = rows.filter(({ outcome }) => outcome === 'broken');
  expect(broken.map(({ sentence }) => sentence.id)).toEqual([
    '4.speech.threshold',
    '9.speech.threshold',
  ]);
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
