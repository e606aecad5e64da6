import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
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

/** The version of each library that the contract is about. */
export function readInstalledVersions(): Record<string, string> {
  const { resolve: resolveModule } = createRequire(resolve('package.json'));
  const voice = resolveModule('@vapi-ai/web/package.json');
  const manifests = {
    '@vapi-ai/web': voice,
    '@daily-co/daily-js': createRequire(voice).resolve('@daily-co/daily-js/package.json'),
    '@vapi-ai/server-sdk': resolveModule('@vapi-ai/server-sdk/package.json'),
    '@supabase/supabase-js': resolveModule('@supabase/supabase-js/package.json'),
  };
  const readVersion = (manifest: string) =>
    (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
  return Object.fromEntries(
    Object.entries(manifests).map(([name, manifest]) => [name, readVersion(manifest)]),
  );
}

/**
 * Finds the tests of each assumption in a run.
 *
 * @returns one row per assumption, and the reasons why this run cannot become a page
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

const escapeCell = (text: string) => text.replaceAll('|', '\\|');

const CELL_RENDERERS: Record<Row['outcome'], (detail: string) => string> = {
  holds: (value) => (value ? `holds (${value})` : 'holds'),
  differs: (difference) => `**differs**: ${difference}`,
  'not observable': (reason) => `cannot be observed here: ${reason}`,
  broken: () => '**broken**',
  missing: () => '**missing**',
};

const renderTable = (head: readonly string[], lines: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');

/**
 * Renders the report as a page, without anything that changes from run to run.
 *
 * @param versions the installed version of each package that was tested
 */
export function renderPage(rows: readonly Row[], versions: Record<string, string>): string {
  const summary = summarize(rows);
  const packages = Object.entries(versions).map(([name, version]) => `\`${name}\` ${version}`);
  const sections = [...new Set(rows.map(({ assumption }) => assumption.section))];
  const renderSection = (section: string) =>
    renderTable(
      ['Assumption', 'Subject', 'Used by', 'Installed version'],
      rows
        .filter(({ assumption }) => assumption.section === section)
        .map(({ assumption: { id, subject, usedBy }, outcome, detail }) => [
          `\`${id}\``,
          escapeCell(subject),
          usedBy ? `\`${usedBy}\`` : '',
          escapeCell(CELL_RENDERERS[outcome](detail)),
        ]),
    );
  return [
    '# What we assume of the libraries, and what they do',
    'Written by `npm run test:full -- sdk` from a run of its tests; do not edit. The tests call ' +
      'the installed packages, with only the network, the WebSocket and the remotely loaded call ' +
      'machine being ours.',
    `Installed: ${packages.join(', ')}.`,
    'An assumption **differs** where the installed version does something else; its test ' +
      'asserts what that is. _Used by_ names the part of the product that would feel a change.',
    renderTable(
      Object.keys(summary[0] ?? {}),
      summary.map((line) => Object.values(line).map(String)),
    ),
    ...sections.flatMap((section) => [`## ${section}`, renderSection(section)]),
    readFileSync('__tests__/sdk-contract/published-types.md', 'utf8'),
  ].join('\n\n');
}
