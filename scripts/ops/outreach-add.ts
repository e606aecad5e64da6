import { readFile, writeFile } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { DEFAULT_PERSONAL_LANGUAGE, type Language, LANGUAGE_CODES } from '@/lib/language';
import { buildPersonalLink, buildShortLink } from '@/lib/outreach/personal-link';
import { MAX_VARIABLES, PROSPECT_FIELD_NAMES } from '@/lib/outreach/prospect';
import { storeProspect } from '@/lib/server/outreach/ops-prospects';
import { getSiteOrigin } from '@/lib/settings/settings';
import { openDatabase, runCommand } from './command';
import { type CsvLine, readProspectsCsv, writeCsv } from './csv';
import {
  listCells,
  PROSPECT_OPTIONS_HELP,
  type ProspectInput,
  readLanguage,
  readProspect,
  readVariableNames,
} from './prospect';

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
  --csv        a table with the columns ${PROSPECT_FIELD_NAMES.join(', ')}, and maybe lang;
               with --assistant, the assistant's can be missing
  --variables  columns of the table that the assistant is told, too: at most ${MAX_VARIABLES}
  --encoding   that of the table when it is not UTF-8, such as windows-1250 of Czech Excel
  --out        where the links are written; otherwise next to the table, as <name>-links.csv

SITE_URL is what the links begin with; without it they lead to the running \`npm run local\`.`;

async function addOne(input: ProspectInput, language?: Language) {
  const { rows, added, refused, where } = await addLines([{ input }], { language });
  if (refused.length > 0) throw new Error(`Nothing was added: ${refused.join()}.`);
  const done = added ? `Added to ${where}` : `Already in ${where}, and renewed`;
  console.error(`${done}. The personal link, and the short one:`);
  console.log(rows[0]?.slice(-2).join('\n'));
}

interface LineOptions {
  /** Those of lines that name none. */
  language: Language | undefined;
  assistant?: string | undefined;
  variables?: readonly string[] | undefined;
}

async function addFile(file: string, out: string, options: LineOptions, encoding?: string) {
  if (resolve(file) === resolve(out)) throw new Error('--out would overwrite the file it reads.');
  const fields = PROSPECT_FIELD_NAMES.filter((name) => name !== 'assistant' || !options.assistant);
  const needed = [...fields, ...(options.variables ?? [])];
  const { lines, delimiter } = readProspectsCsv(await readFile(file), encoding, needed);
  const { rows, added, refused, where } = await addLines(lines, options);
  const head = [...PROSPECT_FIELD_NAMES, 'lang', 'link', 'short link'];
  await writeFile(out, writeCsv([head, ...rows], delimiter));
  const known = rows.length - added;
  const counts = `${rows.length} accepted (${added} new, ${known} already there)`;
  const renewed = known > 0 ? ['The links of those already there were renewed.'] : [];
  const summary = `\n${where}: ${counts}, ${refused.length} refused.`;
  console.error([summary, ...renewed, ...refused].join('\n'));
  console.log(`Links: ${out}`);
  if (refused.length > 0) process.exitCode = 1;
}

/** Returns rows with their links, and why lines were refused. What options say has no number. */
async function addLines(
  lines: readonly (Omit<CsvLine, 'line'> & { line?: number })[],
  { language, assistant, variables }: LineOptions,
) {
  const { db, siteUrl, name: where } = await openDatabase();
  if (!siteUrl) throw new Error('SITE_URL is missing: links begin with the address of the site.');
  const origin = getSiteOrigin(siteUrl);
  const rows: string[][] = [];
  const refused: string[] = [];
  let added = 0;
  for (const { line, input } of lines) {
    if (line) process.stderr.write(`\r${rows.length + refused.length + 1} of ${lines.length}`);
    const cells = { ...input, assistant: input.assistant || assistant };
    const read = readProspect(cells, language, variables);
    if (!read.ok) {
      refused.push(line ? `  line ${line}: ${read.reason}` : read.reason);
      continue;
    }
    const { prospect } = read;
    const stored = await storeProspect(prospect, read, db).catch((error: Error) => {
      const advice = `Stopped at line ${line}; run it again: no prospect is added twice.`;
      throw line ? new Error(`${error.message} ${advice}`) : error;
    });
    added += Number(stored.added);
    const link = buildPersonalLink(origin, prospect, stored.language);
    const shortLink = buildShortLink(origin, stored.code);
    rows.push([...listCells(prospect), stored.language, link, shortLink]);
  }
  return { rows, added, refused, where };
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
  const read = readLanguage(lang);
  if (!read.ok) throw new Error(`Nothing was added: ${read.reason}.`);
  const { language } = read;
  const lineOptions = { language, assistant, variables: readVariableNames(variables) };
  if (csv) await addFile(csv, out ?? getLinksFile(csv), lineOptions, encoding);
  else await addOne(prospect, language);
});
