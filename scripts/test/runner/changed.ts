import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programs } from '../../tools/programs';
import { CONCERNS, type Concern, isIn, READ_EVERYTHING } from './concerns';
import {
  createJestPart,
  createPart,
  createPlaywrightPart,
  LIST_REPORTER,
  OTHER_JEST_PARTS as OTHERS,
  type Part,
} from './parts';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const listFiles = (command: string, ...args: string[]) =>
  git(command, '-z', ...args)
    .split('\0')
    .filter(Boolean);

/**
 * Lists the files that differ from where the branch left `main`, and on `main` from the commit
 * before the last: changed, new and deleted ones, committed or not.
 */
export function listChanges(): { base: string; files: string[] } {
  const base = findBase();
  const changed = listFiles('diff', '--name-only', '--no-renames', base);
  const untracked = listFiles('ls-files', '--others', '--exclude-standard');
  return { base: git('rev-parse', '--short', base), files: [...changed, ...untracked] };
}

function findBase(): string {
  if (git('branch', '--show-current') === 'main') return 'HEAD~1';
  const branches = git('branch', '--all', '--format=%(refname:short)').split('\n');
  const main = ['main', 'origin/main'].find((name) => branches.includes(name));
  return main ? git('merge-base', 'HEAD', main) : 'HEAD~1';
}

const findConcerns = (files: string[]) =>
  CONCERNS.filter(({ paths }) => files.some((file) => isIn(file, paths)));

const prefix = (folder: string, names: string[] = []) => names.map((name) => `${folder}/${name}`);

/** Says why tests are chosen, a line for each row of the table. */
export const describeChoice = (files: string[]): string[] =>
  findConcerns(files).map(({ paths, unit, browser, parts = [] }) => {
    const [first, ...more] = files.filter((file) => isIn(file, paths));
    const what = more.length > 0 ? `${first} and ${more.length} more` : first;
    return `${what}: ${[...prefix('__tests__', unit), ...prefix('e2e', browser), ...parts].join(', ')}`;
  });

/**
 * Chooses the parts that changed files concern. Format, lint, unit and browser tests are narrowed
 * to these files, unless the table names the whole part.
 *
 * @param allParts those of this form of the tests; parts of the long form alone are left out
 */
export function chooseParts(files: string[], allParts: Part[]): Part[] {
  const concerns = findConcerns(files);
  const named = new Set<string>(concerns.flatMap(({ parts = [] }) => parts));
  if (named.has('all')) return allParts.filter(({ onlyIfNamed }) => !onlyIfNamed);
  if (listScripts(files).length > 0) for (const name of ['types', 'dead-code']) named.add(name);
  const [nearby, ...narrowParts] = createNarrowParts(files, concerns);
  const others = allParts.flatMap((part) =>
    named.has(part.name) ? part : (narrowParts.find(({ name }) => name === part.name) ?? []),
  );
  const chosen = nearby ? [nearby, ...others] : others;
  // The compiler alone needs no build, because it writes the types of the routes.
  const needsBuild = chosen.some(({ name, after }) => name !== 'types' && after?.includes('build'));
  if (needsBuild) return chosen;
  return chosen.map((part) => (part.name === 'types' ? { ...part, after: [] } : part));
}

/**
 * Creates the parts that take files. The first is quick: tests in the folders that mirror the
 * changed ones, and tests that read files instead of importing them.
 */
function createNarrowParts(changed: string[], concerns: Concern[]): Part[] {
  const files = changed.filter((file) => existsSync(file));
  const scripts = listScripts(files);
  const nearbyFolders = files.map((file) => join('__tests__', dirname(file)));
  const readers = [...READ_EVERYTHING, ...concerns.flatMap(({ unit = [] }) => unit)];
  const nearbyTests = listFiles('ls-files', '--', '__tests__').filter(
    (test) =>
      /\.test\.tsx?$/.test(test) &&
      (files.includes(test) ||
        nearbyFolders.includes(dirname(test)) ||
        isIn(test, prefix('__tests__', readers))),
  );
  const journeys = new Set([
    ...concerns.flatMap(({ browser }) => prefix('e2e', browser)),
    ...files
      .filter((file) => /^e2e\/.*\//.test(file) && !isIn(file, OTHER_SUITES))
      .map(findJourneys),
  ]);
  const commonArgs = '--passWithNoTests --workerIdleMemoryLimit=400MB --testPathIgnorePatterns';
  const parts = [
    createJestPart('nearby', `--runTestsByPath ${nearbyTests.join(' ')} ${commonArgs} ${OTHERS}`),
  ];
  const { prettier, eslint } = programs;
  if (files.length > 0)
    parts.push(
      createJestPart('unit', `--findRelatedTests ${files.join(' ')} ${commonArgs} ${OTHERS}`, {
        after: ['nearby'],
      }),
      createPart('format', `${prettier} --check --log-level warn -u ${files.join(' ')}`),
    );
  if (scripts.length > 0)
    parts.push(
      createPart('lint', `${eslint} --max-warnings 0 --no-warn-ignored ${scripts.join(' ')}`),
    );
  if (journeys.size > 0)
    parts.push(
      createPlaywrightPart('browser', `${[...journeys].join(' ')} ${LIST_REPORTER}`, { cores: 1 }),
    );
  return parts;
}

const OTHER_SUITES = ['e2e/container', 'e2e/engines', 'e2e/support'];
const findJourneys = (file: string) => (file.endsWith('.spec.ts') ? file : dirname(file));
const listScripts = (files: string[]) => files.filter((file) => /\.(mjs|tsx?)$/.test(file));
