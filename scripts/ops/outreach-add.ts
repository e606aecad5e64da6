import { readFile, writeFile } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { DEFAULT_PERSONAL_LANGUAGE, type Language, LANGUAGE_CODES } from '@/lib/language';
import { buildPersonalLink, type Prospect } from '@/lib/outreach/personal-link';
import { storeProspect } from '@/lib/server/outreach/prospects';
import { getSiteOrigin } from '@/lib/settings/site-url';
import { openDatabase, runCommand } from './command';
import { type CsvLine, readProspectsCsv, writeCsv } from './prospects/csv';
import { type ProspectInput, readLanguage, readProspect } from './prospects/prospect';

const HELP = `Adds prospects and prints their personal links. No prospect is added twice: the link of one that
exists is renewed.

Usage:
  npm run outreach:add -- --assistant <id> [--name <name>] [--company <company>] [--lang <language>]
  npm run outreach:add -- --csv <file> [--lang <language>] [--encoding <encoding>] [--out <file>]

Options:
  --assistant  the assistant's id, from the voice provider
  --name       the name that the page greets
  --company    the prospect's company
  --lang       the language of the page: ${LANGUAGE_CODES.join(', ')}; without it ${DEFAULT_PERSONAL_LANGUAGE}
  --csv        a table with the columns name, company and assistant, and maybe lang
  --encoding   that of the table when it is not UTF-8, such as windows-1250 of Czech Excel
  --out        where the links are written; otherwise next to the table, as <name>-links.csv
  --help       this text

Examples:
  npm run outreach:add -- --name "Jan Novák" --company "Novák s.r.o." --assistant demo-cs
  npm run outreach:add -- --name "Jane Smith" --assistant demo-en --lang en
  npm run outreach:add -- --csv prospects.csv

SITE_URL is what the links begin with; without it they lead to the running \`npm run local\`.`;

type Target = Awaited<ReturnType<typeof openTarget>>;

async function addOne(input: ProspectInput) {
  const parsed = readProspect(input);
  if (!parsed.ok) throw new Error(`Nothing was added: ${parsed.reason}.`);
  const target = await openTarget();
  const { added, link } = await addProspect(parsed, target);
  const where = added ? `Added to ${target.name}` : `Already in ${target.name}, and renewed`;
  console.error(`${where}. The personal link:`);
  console.log(link);
  warnAboutSharedAssistants(target);
}

interface FileOptions {
  out: string;
  encoding?: string | undefined;
  /** Of the lines that name none. */
  lang?: string | undefined;
}

async function addFile(file: string, { out, encoding, lang }: FileOptions) {
  if (resolve(file) === resolve(out)) throw new Error('--out would overwrite the file it reads.');
  const language = readLanguage(lang);
  if (!language.ok) throw new Error(`Nothing was added: ${language.reason}.`);
  const { lines, delimiter } = readProspectsCsv(await readFile(file), encoding);
  const target = await openTarget();
  const { rows, added, refused } = await addLines(lines, lang, target);
  const head = ['name', 'company', 'assistant', 'lang', 'link'];
  await writeFile(out, writeCsv([head, ...rows], delimiter));
  const counts = `${rows.length} accepted (${added} new, ${rows.length - added} already there)`;
  if (lines.length > 0) process.stderr.write('\n');
  console.error(`${target.name}: ${counts}, ${refused.length} refused.`);
  if (rows.length > added) console.error('The links of those already there were renewed.');
  if (refused.length > 0) console.error(refused.join('\n'));
  console.log(`Links: ${out}`);
  warnAboutSharedAssistants(target);
  if (refused.length > 0) process.exitCode = 1;
}

/** Adds the prospects of a table. Returns the rows with their links, and why lines were refused. */
async function addLines(lines: readonly CsvLine[], lang: string | undefined, target: Target) {
  const rows: string[][] = [];
  const refused: string[] = [];
  let added = 0;
  for (const [index, { line, input, problem }] of lines.entries()) {
    const parsed = problem
      ? { ok: false as const, reason: problem }
      : readProspect({ ...input, lang: input.lang || lang });
    if (parsed.ok) {
      const { name, company, assistant } = parsed.prospect;
      const result = await addProspect(parsed, target).catch((error: Error) => {
        const advice = 'run it again: no prospect is added twice.';
        throw new Error(`${error.message} Stopped at line ${line}; ${advice}`);
      });
      added += Number(result.added);
      rows.push([name ?? '', company ?? '', assistant, parsed.language, result.link]);
    } else refused.push(`  line ${line}: ${parsed.reason}`);
    process.stderr.write(`\r${index + 1} of ${lines.length}`);
  }
  return { rows, added, refused };
}

async function addProspect(
  { prospect, language }: { prospect: Prospect; language: Language },
  { db, siteUrl, sharedAssistants: shared }: Target,
) {
  const { added, assistantRows } = await storeProspect(prospect, db);
  if (assistantRows > 1) shared.set(prospect.assistant, assistantRows);
  return { added, link: buildPersonalLink(siteUrl, prospect, language) };
}

/** `sharedAssistants` maps each assistant that several prospects share to their number. */
async function openTarget() {
  const { db, siteUrl, name } = await openDatabase();
  if (!siteUrl) throw new Error('SITE_URL is missing: links begin with the address of the site.');
  return { db, siteUrl: getSiteOrigin(siteUrl), name, sharedAssistants: new Map<string, number>() };
}

function warnAboutSharedAssistants({ sharedAssistants: shared }: Target) {
  for (const [assistant, count] of shared) {
    const sharing = `${count} prospects share the assistant ${assistant}`;
    console.error(`Warning: ${sharing}; a visit of one marks them all.`);
  }
}

/** Keeps the extension, so that the same program opens the links. */
function getLinksFile(file: string): string {
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-links${ext || '.csv'}`);
}

const options = ['name', 'company', 'assistant', 'lang', 'csv', 'encoding', 'out'] as const;
await runCommand({ help: HELP, options }, async ({ csv, encoding, out, lang, ...prospect }) => {
  const hasProspectOption = Object.keys(prospect).length > 0;
  if (csv && !hasProspectOption)
    await addFile(csv, { out: out ?? getLinksFile(csv), encoding, lang });
  else if (!csv && hasProspectOption && !out && !encoding) await addOne({ ...prospect, lang });
  else throw new Error(HELP);
});
