import { findLinkEnd, listProspects, readLinkMonths } from '@/lib/server/outreach/prospects';
import { runCommand } from './command';
import { openDatabase } from './connection';
import { printTable } from './table';

const HEAD = [
  ...['last visit (UTC)', 'last call (UTC)', 'length', 'rating', 'link ends'],
  ...['name', 'company', 'assistant'],
];

const HELP = `Prints who opened a personal link and when, the latest first; the last call, its length in
minutes and its rating from 1 to 5; and when each link ends.

Usage:
  npm run outreach:list

Options:
  --help  this text

A visit or a call puts the end of a link off, and so does adding its prospect again.`;

async function printProspects(): Promise<void> {
  const { db, name } = await openDatabase();
  const [prospects, months] = await Promise.all([listProspects(db), readLinkMonths(db)]);
  const rows = prospects.map((person) => [
    formatTime(person.visited_at),
    formatTime(person.called_at),
    person.call_seconds === null ? '' : formatLength(person.call_seconds),
    String(person.call_rating ?? ''),
    findLinkEnd(person, months).toISOString().slice(0, 10),
    person.contact_name ?? '',
    person.company_name ?? '',
    person.vapi_assistant_id,
  ]);
  printTable(HEAD, rows);
  const visited = prospects.filter((person) => person.visited_at).length;
  console.error(`${visited} of ${prospects.length} visited, in ${name}.`);
}

const formatTime = (time: string | null) =>
  time ? new Date(time).toISOString().slice(0, 16).replace('T', ' ') : 'not yet';

/** Returns e.g. `1:05`. */
const formatLength = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

await runCommand({ help: HELP, options: [] }, printProspects);
