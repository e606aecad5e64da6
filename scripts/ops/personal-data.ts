import type { SupabaseClient } from '@supabase/supabase-js';
import { cleanEmail } from '@/lib/contact/email';
import { mapFields } from '@/lib/contact/fields';
import { checkField } from '@/lib/contact/schema';
import { PROSPECT_COLUMNS, PROSPECT_FIELDS } from '@/lib/outreach/prospect';
import { readPages, sendOrThrow } from '@/lib/server/database/queries';
import { listEmailKeys, normalizeEmail } from '@/lib/server/http/rate-limit';
import { confirm, FLAG, openDatabase, runCommand, TEXT } from './command';
import { PROSPECT_OPTIONS, PROSPECT_OPTIONS_HELP, type ProspectInput } from './prospect';

const HELP = `Prints what is kept about one address or one prospect, as JSON, or deletes it for good, after
asking: requests, prospects, alerts about them, calls of two days, rate limit counters. A call that
goes on is not deleted yet, because it could not be stopped any more.

Usage:
  npm run data:export -- --email person@example.com
  npm run requests:erase -- --email person@example.com
  npm run outreach:remove -- --name "Jan Novák" --company "Novák s.r.o."
  npm run outreach:remove -- --code <end of a short link>

Options:
  --email      the address of requests, in any spelling
  --code       the code of a prospect's short link
${PROSPECT_OPTIONS_HELP}
  --export     only prints, as data:export does
  --yes        deletes without asking, for scripts

A personal link without its prospect refuses calls, unless another one has its assistant.`;

/** In the order of deletion: what others were found by comes last. */
const SOURCES = {
  counters: { table: 'rate_limits', key: 'key', name: 'rate limit counter' },
  alerts: { table: 'alerts', key: 'id', name: 'alert' },
  calls: { table: 'calls', key: 'id', name: 'call' },
  prospects: { table: 'decisionMakers', key: 'id', name: 'prospect' },
  requests: { table: 'strategy_sessions', key: 'id', name: 'request' },
};
type Source = keyof typeof SOURCES;
type Row = Record<string, string | null>;
type PersonalData = Record<Source, Row[]>;

type Person = { email: string | undefined; code: string | undefined; facts: ProspectInput };

/** By one of them. Every row is compared: older ones hold what the site would clean today. */
async function findPersonalData(
  db: SupabaseClient,
  { email, code, facts }: Person,
): Promise<PersonalData> {
  const find = async (source: Source, isMeant: (row: Row) => boolean) => {
    const { table, key } = SOURCES[source];
    // Rows that are deleted meanwhile would shift offsets.
    const rows = await readPages<Row>((read) => {
      const last = read.at(-1)?.[key];
      const rest = db.from(table).select('*').order(key);
      return last === undefined ? rest : rest.gt(key, last);
    });
    return rows.filter(isMeant);
  };
  const clean = (text?: string | null) => normalizeEmail(cleanEmail(text ?? ''));
  const requests = email
    ? await find('requests', (row) => clean(row['email']) === clean(email))
    : [];
  // As outreach:add cleans what is typed.
  const isMeant = (row: Row) =>
    PROSPECT_COLUMNS.every((column) => {
      const { clean, option } = PROSPECT_FIELDS[column];
      const text = facts[option]?.trim();
      return text === undefined || row[column] === (clean(text) ?? text);
    });
  const prospects = email
    ? []
    : await find('prospects', (row) => (code ? row['code'] === code : isMeant(row)));
  const subjects = new Set([...requests, ...prospects].map(({ id }) => id));
  const formKeys = requests.flatMap((request) => request['idempotency_key'] ?? []);
  const keys = new Set(email ? listEmailKeys(cleanEmail(email), formKeys) : []);
  return {
    requests,
    prospects,
    calls: await find('calls', (row) => subjects.has(row['prospect_id'] ?? '')),
    alerts: await find('alerts', ({ subject }) => subjects.has(subject ?? '')),
    counters: await find('counters', ({ key }) => keys.has(key ?? '')),
  };
}

async function erasePersonalData(db: SupabaseClient, found: PersonalData): Promise<void> {
  for (const [source, { table, key }] of Object.entries(SOURCES))
    for (const row of found[source as Source])
      await sendOrThrow(db.from(table).delete().eq(key, row[key]));
}

const isOver = ({ state, ends_by: endsBy }: Row) =>
  state === 'refused' || state === 'over' || Date.parse(endsBy ?? '') <= Date.now();

/** Returns e.g. `2 requests, 1 alert`, and nothing of what there is none of. */
const describe = (found: PersonalData) =>
  (Object.keys(found) as Source[])
    .filter((source) => found[source].length > 0)
    .map((source) => {
      const { length } = found[source];
      return `${length} ${SOURCES[source].name}${length === 1 ? '' : 's'}`;
    })
    .join(', ');

const options = { email: TEXT, code: TEXT, ...PROSPECT_OPTIONS, export: FLAG, yes: FLAG };
await runCommand(HELP, options, async (values) => {
  const { export: isExport, yes, email, code: typedCode, ...facts } = values;
  const code = typedCode?.trim().toLowerCase();
  const hasFacts = Object.keys(facts).length > 0;
  if ([email, code, hasFacts].filter(Boolean).length !== 1) throw new Error(HELP);
  if (email && checkField('email', { ...mapFields(() => ''), email }).error)
    throw new Error('--email must be one address, such as person@example.com.');
  if (code && !/^[a-z\d]{10}$/.test(code))
    throw new Error('--code must be the ten letters and digits at the end of a short link.');
  const { db, name } = await openDatabase();
  // Its tables are chosen by name.
  const tables = db as unknown as SupabaseClient;
  const found = await findPersonalData(tables, { email, code, facts });
  if (isExport) return console.log(JSON.stringify(found, null, 2));
  if (found.prospects.length > 1) {
    const codes = found.prospects.map((row) => row['code']).join(', ');
    throw new Error(`Several prospects match. Nothing was deleted: pass --code, one of ${codes}.`);
  }
  found.calls = found.calls.filter(isOver);
  if (!describe(found)) return console.log(`Nothing is kept about this person in ${name}.`);
  if (!yes) await confirm(`Erase ${describe(found)} in ${name}?`);
  await erasePersonalData(tables, found);
  console.log(`Erased ${describe(found)} in ${name}.`);
});
