import { readFile, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { DEFAULT_PERSONAL_LANGUAGE, type Language, LANGUAGE_CODES } from '@/lib/language';
import { buildPersonalLink, buildShortLink } from '@/lib/outreach/personal-link';
import { MAX_VARIABLES } from '@/lib/outreach/prospect';
import { storeProspect } from '@/lib/server/outreach/ops-prospects';
import { readBuiltInSettings } from '@/lib/settings/settings';
import { openDatabase, runCommand, TEXT } from './command';
import { readProspectsCsv, writeCsv } from './csv';
import {
  IDENTITY_OPTIONS,
  listCells,
  OPTION_NAMES,
  PROSPECT_OPTIONS,
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
  --csv        a table with the columns ${IDENTITY_OPTIONS.join(', ')}, maybe others of the above;
               with --assistant, the assistant's can be missing
  --variables  columns of the table that the assistant is told, too: at most ${MAX_VARIABLES}
  --encoding   that of the table when it is not UTF-8, such as windows-1250 of Czech Excel

The links of a table are written next to it, as <name>-links.csv.
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
  return { db, name, origin: readBuiltInSettings({ SITE_URL: siteUrl }).SITE_URL };
}

/** Throws a sentence if the personal page would not work. */
const read = (input: ProspectInput, { assistant, language, variables }: Defaults) =>
  readProspect({ ...input, assistant: input.assistant || assistant }, language, variables);

async function addProspect(
  { db, origin }: Target,
  { prospect, ...options }: ReturnType<typeof readProspect>,
) {
  const { added, code, language } = await storeProspect(prospect, options, db);
  const links = [buildPersonalLink(origin, prospect, language), buildShortLink(origin, code)];
  return { added, links, row: [...listCells(prospect), language, ...links] };
}

async function addOne(input: ProspectInput, defaults: Defaults) {
  const target = await openTarget();
  const { added, links } = await addProspect(target, read(input, defaults));
  const done = added ? `Added to ${target.name}` : `Already in ${target.name}, and renewed`;
  console.error(`${done}. The personal link, and the short one:`);
  console.log(links.join('\n'));
}

async function addFile(file: string, defaults: Defaults, encoding?: string) {
  const fields = IDENTITY_OPTIONS.filter((name) => name !== 'assistant' || !defaults.assistant);
  const needed = [...fields, ...(defaults.variables ?? [])];
  const { lines, delimiter } = readProspectsCsv(await readFile(file), encoding, needed);
  const refused: string[] = [];
  const prospects = lines.flatMap(({ line, input }) => {
    try {
      return [read(input, defaults)];
    } catch (error) {
      refused.push(`  line ${line}: ${(error as Error).message}`);
      return [];
    }
  });
  const target = await openTarget();
  const rows: string[][] = [];
  let known = 0;
  for (const prospect of prospects) {
    process.stderr.write(`\r${rows.length + 1} of ${prospects.length}`);
    const { added, row } = await addProspect(target, prospect);
    rows.push(row);
    if (!added) known += 1;
  }
  const head = [...OPTION_NAMES, 'lang', 'link', 'short link'];
  // With its extension, so that the same program opens the links.
  const { dir, name, ext } = parse(file);
  const out = join(dir, `${name}-links${ext || '.csv'}`);
  await writeFile(out, writeCsv([head, ...rows], delimiter));
  const counts = `${rows.length - known} added, ${known} already there and renewed`;
  console.error([`\n${target.name}: ${counts}, ${refused.length} refused.`, ...refused].join('\n'));
  console.log(`Links: ${out}`);
  if (refused.length > 0) process.exitCode = 1;
}

const options = { ...PROSPECT_OPTIONS, lang: TEXT, csv: TEXT, encoding: TEXT, variables: TEXT };
await runCommand(HELP, options, async (values) => {
  const { csv, encoding, lang, variables, ...prospect } = values;
  const { assistant, ...person } = prospect;
  const isOne = Object.keys(csv ? person : prospect).length > 0;
  if (isOne === Boolean(csv) || (isOne && (encoding || variables))) throw new Error(HELP);
  const defaults = {
    language: readLanguage(lang),
    assistant,
    variables: readVariableNames(variables),
  };
  if (csv) await addFile(csv, defaults, encoding);
  else await addOne(prospect, defaults);
});
