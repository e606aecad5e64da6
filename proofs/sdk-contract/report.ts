import { readTitle, assumptions as allAssumptions, type Assumption } from './assumptions';
import { typeDifferences } from './type-differences';

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

export interface Contract {
  rows: Row[];
  /** Why this run cannot be written down as a page; empty when it can. */
  faults: string[];
}

const mostUnobservable = 0.05;

/**
 * Finds the tests of each assumption in a run.
 *
 * @param runs every test of the run
 * @returns one row for each assumption, and what is wrong with the run
 */
export function assess(
  runs: readonly TestRun[],
  assumptions: readonly Assumption[] = allAssumptions,
): Contract {
  const titled = runs.flatMap((run) => {
    const title = readTitle(run.title);
    return title ? [{ ...run, ...title }] : [];
  });
  const rows = assumptions.map((assumption): Row => {
    const own = titled.filter(({ ids }) => ids.includes(assumption.id));
    const say = (outcome: Row['outcome'], detail = '') => ({ assumption, outcome, detail });
    if (own.some(({ passed }) => !passed)) return say('broken');
    const difference = own.map((test) => test.difference).find(Boolean);
    if (difference) return say('differs', difference);
    if (own.length > 0) return say('holds', own.map(({ value }) => value).find(Boolean));
    return assumption.unobservable
      ? say('not observable', assumption.unobservable)
      : say('missing');
  });

  const known = new Set(assumptions.map(({ id }) => id));
  const strangers = titled.flatMap(({ ids }) => ids).filter((id) => !known.has(id));
  const missing = rows.filter(({ outcome }) => outcome === 'missing');
  const hidden = rows.filter(({ outcome }) => outcome === 'not observable');
  return {
    rows,
    faults: [
      ...missing.map(({ assumption }) => `${assumption.id} has no test.`),
      ...strangers.map((id) => `${id} is tested, but is no assumption.`),
      ...(hidden.length > mostUnobservable * rows.length
        ? [`${hidden.length} of ${rows.length} assumptions cannot be observed: at most 5 % may.`]
        : []),
    ],
  };
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function outcomeCell({ outcome, detail }: Row): string {
  if (outcome === 'holds') return detail ? `holds (${detail})` : 'holds';
  if (outcome === 'differs') return `**differs**: ${detail}`;
  if (outcome === 'not observable') return `cannot be observed here: ${detail}`;
  return `**${outcome}**`;
}

const count = (rows: readonly Row[], ...outcomes: Row['outcome'][]) =>
  rows.filter(({ outcome }) => outcomes.includes(outcome)).length;

/** How many assumptions of each library hold, differ and so on, the sum last. */
export function summarise(rows: readonly Row[]) {
  const line = (library: string, own: readonly Row[]) => ({
    library,
    assumptions: own.length,
    holding: count(own, 'holds'),
    differing: count(own, 'differs'),
    'not observable': count(own, 'not observable'),
    'used by the product': own.filter(({ assumption }) => assumption.usedBy).length,
  });
  const libraries = [...new Set(rows.map(({ assumption }) => assumption.library))];
  return [
    ...libraries.map((library) =>
      line(
        library,
        rows.filter(({ assumption }) => assumption.library === library),
      ),
    ),
    line('all', rows),
  ];
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...lines]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}

/**
 * The report as a page, without anything that changes from run to run.
 *
 * @param versions the installed version of each package that was tested
 */
export function renderContract(
  rows: readonly Row[],
  versions: Readonly<Record<string, string>>,
): string {
  const summary = summarise(rows);
  const sections = [...new Set(rows.map(({ assumption }) => assumption.section))];
  const packages = Object.entries(versions).map(([name, version]) => `\`${name}\` ${version}`);
  return [
    '# What we assume of the libraries, and what they do',
    'Written by `npm run test:sdk` from a run of its tests; do not edit. The tests call the installed packages, with only the network, the WebSocket and the remotely loaded call machine being ours.',
    `Installed: ${packages.join(', ')}.`,
    'An assumption **differs** where the installed version does something else; its test asserts what that is. _Used by_ names the part of the product that would feel a change.',
    table(
      Object.keys(summary[0] ?? {}),
      summary.map((line) => Object.values(line).map(String)),
    ),
    ...sections.flatMap((section) => [
      `## ${section}`,
      table(
        ['Assumption', 'Subject', 'Used by', 'Installed version'],
        rows
          .filter(({ assumption }) => assumption.section === section)
          .map((row) => [
            `\`${row.assumption.id}\``,
            cell(row.assumption.subject),
            row.assumption.usedBy ? `\`${row.assumption.usedBy}\`` : '',
            cell(outcomeCell(row)),
          ]),
      ),
    ]),
    '## Published types',
    'What goes to and comes from the voice provider is checked against the types of ' +
      '`@vapi-ai/server-sdk`, the browser’s part against those of `@vapi-ai/web`. ' +
      'They differ from the service or the SDK here:',
    table(
      ['Subject', 'Published types', 'Service or SDK', 'Here'],
      typeDifferences.map(({ subject, types, real, ours }) =>
        [subject, types, real, ours].map(cell),
      ),
    ),
  ].join('\n\n');
}
