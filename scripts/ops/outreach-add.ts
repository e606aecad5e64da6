import { readFile, writeFile } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { DEFAULT_PERSONAL_LANGUAGE, type Language, LANGUAGE_CODES } from '@/lib/language';
import { buildPersonalLink } from '@/lib/outreach/personal-link';
import { PROSPECT_FIELD_NAMES } from '@/lib/outreach/prospect';
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
} from './prospect';

const HELP = `Adds prospects and prints their personal links. No prospect is added twice: the link of one that
exists is renewed.

Usage:
  npm run outreach:add -- --name "Jan Novák" --company "Novák s.r.o." --assistant demo-cs
  npm run outreach:add -- --assistant demo-en --lang en
  npm run outreach:add -- --csv prospects.csv

Options:
${PROSPECT_OPTIONS_HELP}
  --lang       the language of the page: ${LANGUAGE_CODES.join(', ')}; without it ${DEFAULT_PERSONAL_LANGUAGE}
  --csv        a table with the columns ${PROSPECT_FIELD_NAMES.join(', ')}, and maybe lang
  --encoding   that of the table when it is not UTF-8, such as windows-1250 of Czech Excel
  --out        where the links are written; otherwise next to the table, as <name>-links.csv

SITE_URL is what the links begin with; without it they lead to the running \`npm run local\`.`;

async function addOne(input: ProspectInput, language: Language) {
  const { rows, added, refused, where, warnings } = await addLines([{ input }], language);
  if (refused.length > 0) throw new Error(`Nothing was added: ${refused.join()}.`);
  const done = added ? `Added to ${where}` : `Already in ${where}, and renewed`;
  console.error(`${done}. The personal link:`);
  console.log(rows[0]?.at(-1));
  if (warnings.length > 0) console.error(warnings.join('\n'));
}

async function addFile(file: string, out: string, language: Language, encoding?: string) {
  if (resolve(file) === resolve(out)) throw new Error('--out would overwrite the file it reads.');
  const { lines, delimiter } = readProspectsCsv(await readFile(file), encoding);
  const { rows, added, refused, where, warnings } = await addLines(lines, language);
  const head = [...PROSPECT_FIELD_NAMES, 'lang', 'link'];
  await writeFile(out, writeCsv([head, ...rows], delimiter));
  const known = rows.length - added;
  const counts = `${rows.length} accepted (${added} new, ${known} already there)`;
  const renewed = known > 0 ? ['The links of those already there were renewed.'] : [];
  const summary = `\n${where}: ${counts}, ${refused.length} refused.`;
  console.error([summary, ...renewed, ...refused, ...warnings].join('\n'));
  console.log(`Links: ${out}`);
  if (refused.length > 0) process.exitCode = 1;
}

/**
 * Returns rows with their links, why lines were refused, and who shares an assistant. What the
 * options say has no number. `language` is that of lines that name none.
 */
async function addLines(
  lines: readonly (Omit<CsvLine, 'line'> & { line?: number })[],
  language: Language,
) {
  const { db, siteUrl, name: where } = await openDatabase();
  if (!siteUrl) throw new Error('SITE_URL is missing: links begin with the address of the site.');
  const origin = getSiteOrigin(siteUrl);
  const rows: string[][] = [];
  const refused: string[] = [];
  const shared = new Map<string, number>();
  let added = 0;
  for (const { line, input } of lines) {
    if (line) process.stderr.write(`\r${rows.length + refused.length + 1} of ${lines.length}`);
    const read = readProspect(input, language);
    if (!read.ok) {
      refused.push(line ? `  line ${line}: ${read.reason}` : read.reason);
      continue;
    }
    const { prospect } = read;
    const stored = await storeProspect(prospect, db).catch((error: Error) => {
      const advice = `Stopped at line ${line}; run it again: no prospect is added twice.`;
      throw line ? new Error(`${error.message} ${advice}`) : error;
    });
    added += Number(stored.added);
    if (stored.assistantRows > 1) shared.set(prospect.assistant, stored.assistantRows);
    const link = buildPersonalLink(origin, prospect, read.language);
    rows.push([...listCells(prospect), read.language, link]);
  }
  const warnings = [...shared].map(
    ([assistant, count]) =>
      `Warning: ${count} prospects share the assistant ${assistant}; a visit of one marks them all.`,
  );
  return { rows, added, refused, where, warnings };
}

/** Keeps the extension, so that the same program opens the links. */
function getLinksFile(file: string): string {
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-links${ext || '.csv'}`);
}

const options = [...PROSPECT_FIELD_NAMES, 'lang', 'csv', 'encoding', 'out'] as const;
await runCommand({ help: HELP, options }, async ({ csv, encoding, out, lang, ...prospect }) => {
  const isOne = Object.keys(prospect).length > 0;
  if (isOne === Boolean(csv) || (isOne && (out || encoding))) throw new Error(HELP);
  const read = readLanguage(lang);
  if (!read.ok) throw new Error(`Nothing was added: ${read.reason}.`);
  if (csv) await addFile(csv, out ?? getLinksFile(csv), read.language, encoding);
  else await addOne(prospect, read.language);
});
