import { readFunnel } from '@/lib/server/analytics/funnel';
import { openDatabase, runCommand, TEXT } from './command';
import { formatFunnelReport } from './funnel-report';

const DEFAULT_DAYS = 30;
/** The database deletes older counters. */
const MAX_DAYS = 760;
const DAY_MS = 24 * 3600 * 1000;

const HELP = `Prints how many views of each page came to each step, and how fast the pages were.

Usage:
  npm run funnel
  npm run funnel -- --days 7

Options:
  --days  how many days, with today (UTC); ${DEFAULT_DAYS} without it, ${MAX_DAYS} at most`;

await runCommand(HELP, { days: TEXT }, async ({ days: text = String(DEFAULT_DAYS) }) => {
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 1 || days > MAX_DAYS)
    throw new Error(`--days must be a whole number from 1 to ${MAX_DAYS}.`);
  const since = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const { db, name } = await openDatabase();
  const sums = await readFunnel(since, db);
  console.log(formatFunnelReport(sums).join('\n'));
  console.error(`Views since ${since} (UTC), in ${name}.`);
});
