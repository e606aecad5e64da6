import { listProspects } from '@/lib/server/outreach/prospects';
import { runCommand } from './command';
import { openDatabase } from './connection';
import { printTable } from './table';

const HEAD = ['last visit (UTC)', 'name', 'company', 'assistant'];

const HELP = `Prints who opened a personal link and when, the latest first.

Usage:
  npm run outreach:list

Options:
  --help  this text`;

async function printProspects(): Promise<void> {
  const { db, name } = await openDatabase();
  const prospects = await listProspects(db);
  const rows = prospects.map((person) => [
    person.visited_at
      ? new Date(person.visited_at).toISOString().slice(0, 16).replace('T', ' ')
      : 'not yet',
    person.contact_name ?? '',
    person.company_name ?? '',
    person.vapi_assistant_id,
  ]);
  printTable(HEAD, rows);
  const visited = prospects.filter((person) => person.visited_at).length;
  console.error(`${visited} of ${prospects.length} visited, in ${name}.`);
}

await runCommand({ help: HELP, options: [] }, printProspects);
