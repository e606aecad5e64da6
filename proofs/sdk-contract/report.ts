import { readTitle, sentences as allSentences, type Sentence } from './sentences';

export interface TestRun {
  title: string;
  passed: boolean;
}

export interface Row {
  sentence: Sentence;
  outcome: 'holds' | 'differs' | 'not observable' | 'broken' | 'missing';
  /** How it differs, which value was found, or why it cannot be observed. */
  detail: string;
}

export interface Contract {
  rows: Row[];
  /** What keeps this run from being a report; empty when nothing does. */
  faults: string[];
}

const mostUnobservable = 0.05;

/**
 * Lays the tests of a run against the list of sentences.
 *
 * @param runs every test of the run
 * @returns one row for each sentence, and what is wrong with the whole
 */
export function assess(
  runs: readonly TestRun[],
  sentences: readonly Sentence[] = allSentences,
): Contract {
  const titled = runs.flatMap((run) => {
    const title = readTitle(run.title);
    return title ? [{ ...run, ...title }] : [];
  });
  const rows = sentences.map((sentence): Row => {
    const own = titled.filter(({ ids }) => ids.includes(sentence.id));
    const say = (outcome: Row['outcome'], detail = '') => ({ sentence, outcome, detail });
    if (own.some(({ passed }) => !passed)) return say('broken');
    const difference = own.map((test) => test.difference).find(Boolean);
    if (difference) return say('differs', difference);
    if (own.length > 0) return say('holds', own.map(({ value }) => value).find(Boolean));
    return sentence.unobservable ? say('not observable', sentence.unobservable) : say('missing');
  });

  const known = new Set(sentences.map(({ id }) => id));
  const strangers = titled.flatMap(({ ids }) => ids).filter((id) => !known.has(id));
  const missing = rows.filter(({ outcome }) => outcome === 'missing');
  const hidden = rows.filter(({ outcome }) => outcome === 'not observable');
  return {
    rows,
    faults: [
      ...missing.map(({ sentence }) => `${sentence.id} has no test.`),
      ...strangers.map((id) => `${id} is tested, but is no sentence.`),
      ...(hidden.length > mostUnobservable * rows.length
        ? [`${hidden.length} of ${rows.length} sentences cannot be observed: at most 5 % may.`]
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

/** How many sentences of each library hold, differ and so on, the sum last. */
export function summarise(rows: readonly Row[]) {
  const line = (library: string, own: readonly Row[]) => ({
    library,
    sentences: own.length,
    holding: count(own, 'holds'),
    differing: count(own, 'differs'),
    'not observable': count(own, 'not observable'),
    'used by the product': own.filter(({ sentence }) => sentence.usedBy).length,
  });
  const libraries = [...new Set(rows.map(({ sentence }) => sentence.library))];
  return [
    ...libraries.map((library) =>
      line(
        library,
        rows.filter(({ sentence }) => sentence.library === library),
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
  const sections = [...new Set(rows.map(({ sentence }) => sentence.section))];
  const packages = Object.entries(versions).map(([name, version]) => `\`${name}\` ${version}`);
  return [
    '# What our dependencies do, and what the specification says of them',
    'Written by `npm run test:sdk` from a run of its tests; do not edit. The tests call the installed packages, with only the network, the WebSocket and the remotely loaded call machine being ours.',
    `Installed: ${packages.join(', ')}.`,
    'A sentence **differs** where the specification says something else than the installed version does; its test asserts what the version does. _Used by_ names the part of the product that would feel a change.',
    table(
      Object.keys(summary[0] ?? {}),
      summary.map((line) => Object.values(line).map(String)),
    ),
    ...sections.flatMap((section) => [
      `## ${section}`,
      table(
        ['Sentence', 'Subject', 'Used by', 'Installed version'],
        rows
          .filter(({ sentence }) => sentence.section === section)
          .map((row) => [
            `\`${row.sentence.id}\``,
            cell(row.sentence.subject),
            row.sentence.usedBy ? `\`${row.sentence.usedBy}\`` : '',
            cell(outcomeCell(row)),
          ]),
      ),
    ]),
  ].join('\n\n');
}
