import type { SupabaseClient } from '@supabase/supabase-js';
import { cleanEmail } from '@/lib/contact/email';
import { mapFields } from '@/lib/contact/fields';
import { checkField } from '@/lib/contact/schema';
import { ASSISTANT_ID_PATTERN, normalizeUuid } from '@/lib/outreach/assistant-id';
import { createDatabaseError, readAllRows } from '@/lib/server/database/queries';
import { listEmailForms } from '@/lib/server/http/email-forms';
import { listEmailKeys } from '@/lib/server/http/rate-limit';
import { confirm, openDatabase, runCommand } from './command';

const HELP = `Prints what is kept about one address or one prospect, as JSON, or deletes it for good, after
asking: requests, prospects, alerts about them, counters of limits.

Usage:
  npm run --silent data:export -- --email <address>
  npm run --silent data:export -- --assistant <id>
  npm run requests:erase -- --email <address>
  npm run requests:erase -- --assistant <id>

Options:
  --email      the address of requests, in any spelling
  --assistant  the assistant of a prospect; every prospect who has it is meant
  --yes        deletes without asking, for scripts
  --help       this text

Examples:
  npm run data:export -- --email person@example.com
  npm run requests:erase -- --email person@example.com`;

/** So that the values fit into the address of a request. */
const VALUES_AT_ONCE = 100;

/** In the order of deletion: what is found by the rows of another comes before it. */
const SOURCES = {
  counters: {
    table: 'rate_limits',
    key: 'key',
    names: ['counter of a limit', 'counters of limits'],
  },
  alerts: { table: 'alerts', key: 'id', names: ['alert', 'alerts'] },
  prospects: { table: 'decisionMakers', key: 'id', names: ['prospect', 'prospects'] },
  requests: { table: 'strategy_sessions', key: 'id', names: ['request', 'requests'] },
} as const;
type Source = keyof typeof SOURCES;
type Row = Record<string, string | null>;
type PersonalData = Record<Source, Row[]>;

type Options = { email?: string; assistant?: string };

/** Cleans who is meant. Throws a sentence for the operator. */
function readPerson({ email, assistant }: Options): Options {
  if (email && !assistant) {
    if (checkField('email', { ...mapFields(() => ''), email }).error)
      throw new Error('--email must be one address, such as person@example.com.');
    return { email: cleanEmail(email) };
  }
  if (!assistant || email) throw new Error(HELP);
  if (!ASSISTANT_ID_PATTERN.test(assistant))
    throw new Error('--assistant must be the id of an assistant.');
  return { assistant };
}

/** Finds all rows about a person. Throws if the database fails. */
async function findPersonalData(db: SupabaseClient, person: Options): Promise<PersonalData> {
  const find = (source: Source, column: string, [operator, value]: readonly [string, string]) => {
    const { table, key } = SOURCES[source];
    return readAllRows<Row>((from, to) =>
      db.from(table).select('*').filter(column, operator, value).order(key).range(from, to),
    );
  };
  const findAny = async (source: Source, column: string, values: readonly string[]) => {
    const parts = split(values).map((some) => find(source, column, ['in', `(${some.join()})`]));
    return (await Promise.all(parts)).flat();
  };
  const { email, assistant } = person;
  // Every row is compared, because older ones hold addresses that the form would clean today.
  const compare = (text?: string | null) => listEmailForms(cleanEmail(text ?? ''))[0];
  const all = email ? await find('requests', 'id', ['not.is', 'null']) : [];
  const requests = all.filter((row) => compare(row['email']) === compare(email));
  // Rows have it as the provider writes it, or as somebody has typed it.
  const ids = assistant ? [assistant, normalizeUuid(assistant)] : [];
  const prospects = await findAny('prospects', 'vapi_assistant_id', ids);
  const subjects = [...requests, ...prospects].map(({ id }) => String(id));
  const formKeys = requests.flatMap((request) => request['idempotency_key'] ?? []);
  const counterKeys = email ? listEmailKeys(email, formKeys) : [];
  return {
    requests,
    prospects,
    alerts: await findAny('alerts', 'subject', subjects),
    counters: await findAny('counters', 'key', counterKeys),
  };
}

async function erasePersonalData(db: SupabaseClient, found: PersonalData): Promise<void> {
  for (const [source, { table, key }] of Object.entries(SOURCES))
    for (const some of split(found[source as Source])) {
      const values = some.map((row) => row[key]);
      const erased = await db.from(table).delete().in(key, values);
      if (erased.error) throw createDatabaseError(erased);
    }
}

const split = <Value>(values: readonly Value[]): Value[][] =>
  Array.from({ length: Math.ceil(values.length / VALUES_AT_ONCE) }, (_, part) =>
    values.slice(part * VALUES_AT_ONCE, (part + 1) * VALUES_AT_ONCE),
  );

/** Returns e.g. `2 requests, 1 alert`, and nothing of what there is none of. */
const describe = (found: PersonalData) =>
  (Object.keys(found) as Source[])
    .filter((source) => found[source].length > 0)
    .map((source) => {
      const [one, many] = SOURCES[source].names;
      return `${found[source].length} ${found[source].length === 1 ? one : many}`;
    })
    .join(', ');

const options = ['email', 'assistant'] as const;
await runCommand({ help: HELP, options, flags: ['export', 'yes'] }, async (values) => {
  const person = readPerson(values);
  const { db, name } = await openDatabase();
  // Its tables are chosen by name.
  const tables = db as unknown as SupabaseClient;
  const found = await findPersonalData(tables, person);
  if (values.export) return console.log(JSON.stringify(found, null, 2));
  if (!describe(found)) return console.log(`Nothing is kept about this person in ${name}.`);
  if (!values.yes) await confirm(`Erase ${describe(found)} in ${name}?`);
  await erasePersonalData(tables, found);
  console.log(`Erased ${describe(found)} in ${name}.`);
});
