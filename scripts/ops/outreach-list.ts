import { DEFAULT_PERSONAL_LANGUAGE, findLanguage } from '@/lib/language';
import { buildPersonalLink, buildShortLink } from '@/lib/outreach/personal-link';
import { findLinkEnd, listProspects, readLinkMonths } from '@/lib/server/outreach/ops-prospects';
import { readBuiltInSettings } from '@/lib/settings/settings';
import { FLAG, openDatabase, runCommand } from './command';
import { writeCsv } from './csv';
import { listCells, OPTION_NAMES } from './prospect';
import { formatTime, printTable } from './table';

const HELP = `Prints who opened a personal link and when, the latest first; when somebody used the page, which a
mail scanner doesn't; the last call, its length in minutes and its rating from 1 to 5; when each link
ends, the link and the short one.

Usage:
  npm run outreach:list
  npm run --silent outreach:list -- --csv > prospects.csv

Options:
  --csv  prints a table that a spreadsheet and \`outreach:add\` read

A visit or a call puts the end of a link off, and so does adding its prospect again. Links begin with
SITE_URL.`;

const TIMES = ['opened (UTC)', 'used (UTC)', 'last call (UTC)', 'length', 'rating', 'link ends'];

/** Returns e.g. `1:05`. */
const formatLength = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

await runCommand(HELP, { csv: FLAG }, async ({ csv }) => {
  const { db, name, siteUrl } = await openDatabase();
  const origin = siteUrl && readBuiltInSettings({ SITE_URL: siteUrl }).SITE_URL;
  const [prospects, months] = await Promise.all([listProspects(db), readLinkMonths(db)]);
  const rows = prospects.map((row) => {
    const language = findLanguage(row.language) ?? DEFAULT_PERSONAL_LANGUAGE;
    const times = [
      formatTime(row.visited_at),
      formatTime(row.used_at),
      formatTime(row.called_at),
      row.call_seconds === null ? '' : formatLength(row.call_seconds),
      String(row.call_rating ?? ''),
      findLinkEnd(row, months).toISOString().slice(0, 10),
    ];
    const person = listCells(row);
    const links = origin
      ? [buildPersonalLink(origin, row, language), buildShortLink(origin, row.code)]
      : ['', ''];
    return csv ? [...person, language, ...times, ...links] : [...times, ...person, ...links];
  });
  const links = ['link', 'short link'];
  if (csv) process.stdout.write(writeCsv([[...OPTION_NAMES, 'lang', ...TIMES, ...links], ...rows]));
  else printTable([...TIMES, ...OPTION_NAMES, ...links], rows);
  const opened = prospects.filter((row) => row.visited_at).length;
  const used = prospects.filter((row) => row.used_at).length;
  console.error(`${opened} of ${prospects.length} opened, ${used} used, in ${name}.`);
});
