import { CONTACT_FIELD_NAMES, CONTACT_FIELDS, type ContactField } from '@/lib/contact/fields';
import { getServiceName } from '@/lib/content/services-en';
import { isUuid } from '@/lib/outreach/assistant-id';
import { readAllRows, sendOrThrow } from '@/lib/server/database/queries';
import { OVERDUE_HOURS } from '@/lib/server/notify/alert-messages';
import { openDatabase, runCommand } from './command';
import { writeCsv } from './csv';
import { printTable } from './table';

const isLong = (name: ContactField) => CONTACT_FIELDS[name].control === 'textarea';
/** A long text comes last, where it widens no other line. */
const COLUMNS: readonly (ContactField | 'source' | 'id')[] = [
  ...CONTACT_FIELD_NAMES.filter((name) => !isLong(name)),
  'source',
  'id',
  ...CONTACT_FIELD_NAMES.filter(isLong),
];
const SHORT_NAMES: Record<string, string> = { service_type: 'service', email: 'address' };
const HEADS = COLUMNS.map((name) => SHORT_NAMES[name] ?? name);
const HOUR_MS = 3_600_000;

const HELP = `Prints the unanswered requests, the oldest first, marks one as answered, or acquits one that looks
like spam.

Usage:
  npm run requests
  npm run --silent requests -- --csv > requests.csv
  npm run --silent requests -- --excel > requests.csv
  npm run requests -- --handled <id>
  npm run requests -- --acquit <id>

Options:
  --csv      prints a table for programs
  --excel    prints one for Excel: with semicolons, its dates, the names of services
  --handled  the id of a request that was answered
  --acquit   the id of one that is no spam: the site sends its alert and its acknowledgement

A request is overdue after ${OVERDUE_HOURS} hours.`;

type Target = Awaited<ReturnType<typeof openDatabase>>;

interface Format {
  head: string[];
  formatTime: (time: string, hoursAgo: number) => string;
  formatService?: (service: string) => string;
  /** Of cells in a file. */
  delimiter?: string;
}

const FORMATS = {
  table: { head: ['age', 'mark'], formatTime: (_time, hoursAgo) => formatAge(hoursAgo) },
  csv: { head: ['received', 'mark'], formatTime: (time) => time, delimiter: ',' },
  excel: {
    head: ['received (UTC)', 'mark'],
    formatTime: (time) => new Date(time).toISOString().slice(0, 19).replace('T', ' '),
    formatService: getServiceName,
    delimiter: ';',
  },
} satisfies Record<string, Format>;

async function printOpenRequests({ db, name: databaseName }: Target, format: Format) {
  const { formatTime, formatService = (service) => service, delimiter } = format;
  const requests = await readAllRows((from, to) =>
    db
      .from('strategy_sessions')
      .select()
      .is('handled_at', null)
      .order('created_at')
      .order('id')
      .range(from, to),
  );
  let overdue = 0;
  const rows = requests.map((request) => {
    const { created_at: time, suspected_spam: isSuspected } = request;
    // The clock of the database may be ahead.
    const hoursAgo = Math.max((Date.now() - Date.parse(time)) / HOUR_MS, 0);
    const isOverdue = !isSuspected && hoursAgo > OVERDUE_HOURS;
    if (isOverdue) overdue += 1;
    const mark = [isOverdue && 'OVERDUE', isSuspected && 'spam?'].filter(Boolean).join(' ');
    const shown = { ...request, service_type: formatService(request.service_type) };
    return [formatTime(time, hoursAgo), mark, ...COLUMNS.map((name) => String(shown[name] ?? ''))];
  });
  const head = [...format.head, ...HEADS];
  if (delimiter) process.stdout.write(writeCsv([head, ...rows], delimiter));
  else if (rows.length > 0) printTable(head, rows);
  console.error(`${rows.length} open, ${overdue} of them overdue, in ${databaseName}.`);
}

/** Returns e.g. `2 d 4 h` or `5 h 7 min`. */
function formatAge(hours: number): string {
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${Math.floor(hours % 24)} h`;
  return `${Math.floor(hours)} h ${Math.floor((hours % 1) * 60)} min`;
}

const CHANGES = {
  handled: { as: 'answered', write: () => ({ handled_at: new Date().toISOString() }) },
  acquit: { as: 'no spam', write: () => ({ suspected_spam: false }) },
};
type Change = keyof typeof CHANGES;

async function markRequest(change: Change, id: string, { db, name }: Target): Promise<void> {
  if (!isUuid(id))
    throw new Error(`--${change} needs the id of a request, as \`npm run requests\` prints it.`);
  const { as, write } = CHANGES[change];
  const { data } = await sendOrThrow(
    db.from('strategy_sessions').update(write()).eq('id', id).is('handled_at', null).select('id'),
  );
  if (data.length === 0) throw new Error(`There is no open request ${id} in ${name}.`);
  console.log(`Marked request ${id} as ${as} in ${name}.`);
}

const flags = ['csv', 'excel'] as const;
const options = ['handled', 'acquit'] as const;
await runCommand({ help: HELP, options, flags }, async (values) => {
  const target = await openDatabase();
  const change = options.find((name) => values[name] !== undefined);
  if (change) await markRequest(change, values[change] ?? '', target);
  else await printOpenRequests(target, FORMATS[flags.find((name) => values[name]) ?? 'table']);
});
