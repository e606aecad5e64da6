import { CONTACT_FIELD_NAMES } from '@/lib/contact/fields';
import { isUuid } from '@/lib/outreach/assistant-id';
import { readAllRows, sendOrThrow } from '@/lib/server/database/queries';
import { OVERDUE_HOURS } from '@/lib/server/notify/alert-messages';
import { FLAG, openDatabase, runCommand, TEXT } from './command';
import { writeCsv } from './csv';
import { formatTime, printTable } from './table';

// The message comes last, where it widens no other line.
const COLUMNS = ['source', 'id', ...CONTACT_FIELD_NAMES] as const;
const SHORT_NAMES: Record<string, string> = { service_type: 'service', email: 'address' };
const HEAD = ['received (UTC)', 'mark', ...COLUMNS.map((name) => SHORT_NAMES[name] ?? name)];
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
  --excel    prints one for Excel, with semicolons
  --handled  the id of a request that was answered
  --acquit   the id of one that is no spam: the site sends its alert and its acknowledgement

A request is overdue after ${OVERDUE_HOURS} hours.`;

type Target = Awaited<ReturnType<typeof openDatabase>>;

async function printOpenRequests({ db, name: databaseName }: Target, delimiter?: string) {
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
    const isOverdue = !isSuspected && Date.now() - Date.parse(time) > OVERDUE_HOURS * HOUR_MS;
    if (isOverdue) overdue += 1;
    const mark = isSuspected ? 'spam?' : isOverdue ? 'OVERDUE' : '';
    return [formatTime(time), mark, ...COLUMNS.map((name) => String(request[name] ?? ''))];
  });
  if (delimiter) process.stdout.write(writeCsv([HEAD, ...rows], delimiter));
  else if (rows.length > 0) printTable(HEAD, rows);
  console.error(`${rows.length} open, ${overdue} of them overdue, in ${databaseName}.`);
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

const options = { csv: FLAG, excel: FLAG, handled: TEXT, acquit: TEXT };
await runCommand(HELP, options, async (values) => {
  const target = await openDatabase();
  const { handled, acquit } = values;
  if (handled !== undefined) await markRequest('handled', handled, target);
  else if (acquit !== undefined) await markRequest('acquit', acquit, target);
  else await printOpenRequests(target, values.excel ? ';' : values.csv ? ',' : undefined);
});
