import { readFile, writeFile } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { DEFAULT_PERSONAL_LANGUAGE, type Language, LANGUAGE_CODES } from '@/lib/language';
import { buildPersonalLink, buildShortLink } from '@/lib/outreach/personal-link';
import { IDENTITY_NAMES, MAX_VARIABLES, PROSPECT_FIELD_NAMES } from '@/lib/outreach/prospect';
import { storeProspect } from '@/lib/server/outreach/ops-prospects';
import { getSiteOrigin } from '@/lib/settings/settings';
import { openDatabase, runCommand } from './command';
import { readProspectsCsv, writeCsv } from './csv';
import {
  listCells,
  PROSPECT_OPTIONS_HELP,
  type ProspectInput,
  readLanguage,
  readProspect,
  readVariableNames,
  Refusal,
} from './prospect';

const MORE_COLUMNS = [
  ...PROSPECT_FIELD_NAMES.filter((name) => !IDENTITY_NAMES.includes(name)),
  'lang',
];

const HELP = `Adds prospects and prints their personal links. No prospect is added twice: the link of one that
exists is renewed.

Usage:
  npm run outreach:add -- --name "Jan Novák" --company "Novák s.r.o." --assistant demo-cs
  npm run outreach:add -- --assistant demo-en --lang en
  npm run outreach:add -- --csv prospects.csv
  npm run outreach:add -- --csv prospects.csv --assistant demo-cs --variables city,offer

Options:
${PROSPECT_OPTIONS_HELP}
  --lang       the language of the page: ${LANGUAGE_CODES.join(', ')}; a new one's is ${DEFAULT_PERSONAL_LANGUAGE} without it
  --csv        a table with the columns ${IDENTITY_NAMES.join(', ')}, and maybe ${MORE_COLUMNS.join(', ')};
               with --assistant, the assistant's can be missing
  --variables  columns of the table that the assistant is told, too: at most ${MAX_VARIABLES}
  --encoding   that of the table when it is not UTF-8, such as windows-1250 of Czech Excel
  --out        where the links are written; otherwise next to the table, as <name>-links.csv

SITE_URL is what the links begin with; without it they lead to the running \`npm run local\`.`;

interface Defaults {
  /** Those of prospects that name none. */
  language: Language | undefined;
  assistant?: string | undefined;
  variables?: readonly string[] | undefined;
}

type Target = Awaited<ReturnType<typeof openTarget>>;

async function openTarget() {
  const { db, siteUrl, name } = await openDatabase();
  if (!siteUrl) throw new Error('SITE_URL is missing: links begin with the address of the site.');
  return { db, name, origin: getSiteOrigin(siteUrl) };
}

/** Throws a Refusal, or a sentence if the database fails. */
async function addProspect({ db, origin }: Target, input: ProspectInput, defaults: Defaults) {
  const cells = { ...input, assistant: input.assistant || defaults.assistant };
  const { prospect, ...options } = readProspect(cells, defaults.language, defaults.variables);
  const { added, code, language } = await storeProspect(prospect, options, db);
  const links = [buildPersonalLink(origin, prospect, language), buildShortLink(origin, code)];
  return { added, links, row: [...listCells(prospect), language, ...links] };
}

async function addOne(input: ProspectInput, defaults: Defaults) {
  const target = await openTarget();
  const { added, links } = await addProspect(target, input, defaults);
  const done = added ? `Added to ${target.name}` : `Already in ${target.name}, and renewed`;
  console.error(`${done}. The personal link, and the short one:`);
  console.log(links.join('\n'));
}

async function addFile(file: string, out: string, defaults: Defaults, encoding?: string) {
  if (resolve(file) === resolve(out)) throw new Error('--out would overwrite the file it reads.');
  const fields = IDENTITY_NAMES.filter((name) => name !== 'assistant' || !defaults.assistant);
  const needed = [...fields, ...(defaults.variables ?? [])];
  const { lines, delimiter } = readProspectsCsv(await readFile(file), encoding, needed);
  const target = await openTarget();
  const rows: string[][] = [];
  const refused: string[] = [];
  let known = 0;
  for (const [index, { line, input }] of lines.entries()) {
    process.stderr.write(`\r${index + 1} of ${lines.length}`);
    try {
      const { added, row } = await addProspect(target, input, defaults);
      rows.push(row);
      if (!added) known += 1;
    } catch (error) {
      const { message } = error as Error;
      if (!(error instanceof Refusal))
        throw new Error(
          `${message} Stopped at line ${line}; run it again: no prospect is added twice.`,
        );
      refused.push(`  line ${line}: ${message}`);
    }
  }
  const head = [...PROSPECT_FIELD_NAMES, 'lang', 'link', 'short link'];
  await writeFile(out, writeCsv([head, ...rows], delimiter));
  const counts = `${rows.length} accepted (${rows.length - known} new, ${known} already there)`;
  const renewed = known > 0 ? ['The links of those already there were renewed.'] : [];
  const summary = `\n${target.name}: ${counts}, ${refused.length} refused.`;
  console.error([summary, ...renewed, ...refused].join('\n'));
  console.log(`Links: ${out}`);
  if (refused.length > 0) process.exitCode = 1;
}

/** Keeps the extension, so that the same program opens the links. */
function getLinksFile(file: string): string {
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-links${ext || '.csv'}`);
}

const options = [
  ...PROSPECT_FIELD_NAMES,
  ...(['lang', 'csv', 'encoding', 'out', 'variables'] as const),
] as const;
await runCommand({ help: HELP, options }, async (values) => {
  const { csv, encoding, out, lang, variables, ...prospect } = values;
  const { assistant, ...person } = prospect;
  const isOne = Object.keys(csv ? person : prospect).length > 0;
  if (isOne === Boolean(csv) || (isOne && (out || encoding || variables))) throw new Error(HELP);
  const defaults = {
    language: readLanguage(lang),
    assistant,
    variables: readVariableNames(variables),
  };
  if (csv) await addFile(csv, out ?? getLinksFile(csv), defaults, encoding);
  else await addOne(prospect, defaults);
});
