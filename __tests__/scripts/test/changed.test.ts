/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chooseParts, describeChoice } from '@/scripts/test/runner/changed';
import { CONCERNS, isIn, READ_EVERYTHING } from '@/scripts/test/runner/concerns';
import { listParts } from '@/scripts/test/runner/parts';

const allParts = listParts({ full: true });
const choose = (...files: string[]) =>
  chooseParts(files, allParts).map(({ name, command }) => ({ name, command: command.join(' ') }));
const chooseNames = (...files: string[]) => choose(...files).map(({ name }) => name);

/** Files of no test, which are linted and formatted where they can be. */
const UNTESTED = /\.md$|^(\.ci|\.github|docs|scripts\/typeface)\/|^(\.git|LICENSE|stryker)/;

test('a page with a new sentence concerns its journeys and its weight', () => {
  const parts = choose('lib/content/en.ts');
  expect(parts.map(({ name }) => name).sort()).toEqual(
    ['nearby', 'browser', 'dead-code', 'format', 'lint', 'types', 'unit', 'weight'].sort(),
  );
  const findCommand = (part: string) => parts.find(({ name }) => name === part)?.command;
  expect(findCommand('browser')).toMatch(/ test e2e\/landing --reporter/);
  expect(parts[0]?.name).toBe('nearby');
  expect(findCommand('nearby')).toContain(' __tests__/lib/content/czech-spaces.test.ts ');
  expect(findCommand('nearby')).toContain(' __tests__/docs.test.ts ');
  expect(findCommand('unit')).toContain('--findRelatedTests lib/content/en.ts --');
  expect(findCommand('lint')).toMatch(/--no-warn-ignored lib\/content\/en\.ts$/);
});

test('a text of the personal page or of its call concerns their journeys', () => {
  const journeys = choose('lib/content/call-xx.ts').find(({ name }) => name === 'browser');
  expect(journeys?.command).toContain(' e2e/call ');
  expect(journeys?.command).toContain(' e2e/outreach ');
  expect(isIn('lib/content/call-xx.ts', ['lib/content/call-*.ts'])).toBe(true);
  expect(isIn('lib/content/en.ts', ['lib/content/call-*.ts'])).toBe(false);
});

test('a migration concerns the contract and the doctor', () => {
  const names = chooseNames('supabase/migrations/20270101090000_new.sql');
  expect(names).toEqual(expect.arrayContaining(['nearby', 'database', 'doctor', 'trust']));
  expect(names).not.toContain('types');
});

test('a package concerns everything', () => {
  expect(chooseNames('docs/ops.md', 'package.json')).toEqual(
    allParts.filter(({ onlyIfNamed }) => !onlyIfNamed).map(({ name }) => name),
  );
});

test('a changed journey is run alone, its helpers run the folder', () => {
  const findJourneys = (file: string) =>
    choose(file).find(({ name }) => name === 'browser')?.command;
  expect(findJourneys('e2e/call/cancel.spec.ts')).toContain(' e2e/call/cancel.spec.ts --');
  expect(findJourneys('e2e/call/call-page.ts')).toContain(' e2e/call --');
  expect(findJourneys('e2e/engines/visitor.ts')).toBeUndefined();
});

test('a page of the documentation is read by the tests of all pages', () => {
  expect(chooseNames('docs/ops.md')).toEqual(['nearby', 'unit', 'format']);
});

test('types alone need no build', () => {
  const types = chooseParts(['app/api/errors.test.ts'], allParts).filter(
    ({ name }) => name === 'types',
  );
  expect(types.map(({ after }) => after)).toEqual([['build']]);
  const [own] = chooseParts(['scripts/lint/syntax-rules.mjs'], allParts).filter(
    ({ name }) => name === 'types',
  );
  expect(own?.after).toEqual([]);
});

test('a deleted file is not linted', () => {
  const command = choose('lib/gone.ts', 'lib/language.ts').find(
    ({ name }) => name === 'lint',
  )?.command;
  expect(command).toMatch(/ lib\/language\.ts$/);
});

test('says why', () => {
  expect(describeChoice(['lib/contact/schema.ts', 'lib/contact/submit.ts'])).toEqual([
    'lib/contact/schema.ts and 1 more: e2e/contact, database, parsers',
  ]);
});

const all = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');

test('every file is in the table, is a test itself or has no tests', () => {
  const paths = CONCERNS.flatMap((concern) => concern.paths);
  const missing = all.filter(
    (file) => !isIn(file, [...paths, '__tests__', 'e2e']) && !UNTESTED.test(file),
  );
  expect(missing).toEqual([]);
});

test('the table names existing files and parts', () => {
  const partNames = ['all', ...allParts.map(({ name }) => name)];
  const isMissing = (path: string) => !existsSync(path) && !all.some((file) => isIn(file, [path]));
  for (const { paths, unit = [], browser = [], parts = [] } of CONCERNS) {
    const files = [...paths, ...unit.map((it) => `__tests__/${it}`), ...browser.map(inE2e)];
    expect(files.filter(isMissing)).toEqual([]);
    expect(parts.filter((name) => !partNames.includes(name))).toEqual([]);
  }
  expect(READ_EVERYTHING.filter((file) => !existsSync(`__tests__/${file}`))).toEqual([]);
});

function inE2e(name: string): string {
  return `e2e/${name}`;
}
