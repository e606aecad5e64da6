import { CONTACT_FIELDS, type ContactField } from '@/lib/contact/fields';
import { LISTED_FIELDS, listOpenRequests, markHandled } from '@/lib/server/contact/ops-requests';
import { getServiceName } from '@/lib/content/services-en';
import { OVERDUE_HOURS } from '@/lib/server/notify/alert-messages';
import { isRowId, openDatabase, runCommand } from './command';
import { writeCsv } from './prospects/csv';
import { printTable } from './table';

const isLong = ({ name }: { name: ContactField }) => CONTACT_FIELDS[name].control === 'textarea';

/** A long text comes last, where it widens no other line. */
const COLUMNS = [
  ...LISTED_FIELDS.filter((field) => !isLong(field)),
  ...(['source', 'id'] as const).map((name) => ({ name, head: name })),
  ...LISTED_FIELDS.filter(isLong),
];
const HEADS = COLUMNS.map(({ head }) => head);
const HOUR_MS = 3_600_000;

const HELP = `Prints the unanswered requests, the oldest first, or marks one as answered.

Usage:
  npm run requests
  npm run --silent requests -- --csv > requests.csv
  npm run --silent requests -- --excel > requests.csv
  npm run requests -- --handled <id>

Options:
  --csv      prints a table for programs
  --excel    prints one for Excel: with semicolons, its dates, the names of services
  --handled  the id of a request that was answered
  --help     this text

A request is overdue after ${OVERDUE_HOURS} hours.`;

type Target = Awaited<ReturnType<typeof openDatabase>>;

type Format = 'table' | 'csv' | 'excel';

async function printOpenRequests({ db, name }: Target, format: Format): Promise<void> {
  const openRequests = await listOpenRequests(db);
  const rows = openRequests.map((request) => {
    // The clock of the database may be ahead.
    const hours = Math.max((Date.now() - Date.parse(request.created_at)) / HOUR_MS, 0);
    const isOverdue = hours > OVERDUE_HOURS;
    const mark = [isOverdue && 'OVERDUE', request.suspected_spam && 'spam?']
      .filter(Boolean)
      .join(' ');
    const fields = COLUMNS.map(({ name }) =>
      name === 'service_type' && format === 'excel'
        ? getServiceName(request[name] ?? '')
        : (request[name] ?? ''),
    );
    const received = {
      table: () => formatAge(hours),
      csv: () => request.created_at,
      excel: () => new Date(request.created_at).toISOString().slice(0, 19).replace('T', ' '),
    };
    return { isOverdue, cells: [received[format](), mark, ...fields] };
  });
  const cells = rows.map((row) => row.cells);
  if (format === 'excel')
    process.stdout.write(writeCsv([['received (UTC)', 'mark', ...HEADS], ...cells], ';'));
  else if (format === 'csv')
    process.stdout.write(writeCsv([['received', 'mark', ...HEADS], ...cells]));
  else if (cells.length > 0) printTable(['age', '', ...HEADS], cells);
  const overdue = rows.filter(({ isOverdue }) => isOverdue).length;
  console.error(`${openRequests.length} open, ${overdue} of them overdue, in ${name}.`);
}

/** Returns e.g. `2 d 4 h` or `5 h 7 min`. */
function formatAge(hours: number): string {
  const days = Math.floor(hours / 24);
  const minutes = Math.floor((hours % 1) * 60);
  return days > 0
    ? `${days} d ${Math.floor(hours % 24)} h`
    : `${Math.floor(hours)} h ${minutes} min`;
}

async function markRequest(id: string, { db, name }: Target): Promise<void> {
  const result = await markHandled(id, db);
  if (result === 'handled')
    throw new Error(`Request ${id} was marked before; nothing was changed.`);
  if (result === 'unknown') throw new Error(`There is no request ${id} in ${name}.`);
  console.log(`Marked request ${id} as answered in ${name}.`);
}

const flags = ['csv', 'excel'] as const;
await runCommand({ help: HELP, options: ['handled'], flags }, async ({ handled, csv, excel }) => {
  if (handled !== undefined && !isRowId(handled))
    throw new Error('--handled needs the id of a request, as `npm run requests` prints it.');
  const target = await openDatabase();
  if (handled === undefined)
    await printOpenRequests(target, excel ? 'excel' : csv ? 'csv' : 'table');
  else await markRequest(handled, target);
});
