import { sendOrThrow } from '@/lib/server/database/queries';
import { listFigures } from '@/lib/server/notify/alert-messages';
import { openDatabase, runCommand } from './command';

const DAY_MS = 24 * 3_600_000;

const HELP = `Prints the figures of the weekly summary: of this week so far, and of the last one.

Usage:
  npm run summary`;

await runCommand(HELP, {}, async () => {
  const { db, name } = await openDatabase();
  const now = Date.now();
  const daysSinceMonday = (new Date(now).getUTCDay() + 6) % 7;
  for (const daysAgo of [daysSinceMonday, daysSinceMonday + 7]) {
    const monday = new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const { data } = await sendOrThrow(db.rpc('weekly_summary', { monday }));
    console.log(`${listFigures(data)}\n`);
  }
  console.error(`In ${name}.`);
});
