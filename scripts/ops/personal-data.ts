import { cleanEmail } from '@/lib/contact/clean-email';
import { mapFields } from '@/lib/contact/fields';
import { checkField } from '@/lib/contact/schema';
import { eraseStrategySessions } from '@/lib/server/contact/ops-requests';
import { createDatabaseError, type FailedQuery, readAllRows } from '@/lib/server/database/queries';
import type { Tables } from '@/lib/server/database/schema.generated';
import type { Db } from '@/lib/server/database/supabase';
import { listEmailKeys } from '@/lib/server/http/rate-limit';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';

/** So that the ids fit into the address of a request. */
const IDS_AT_ONCE = 100;

/** Who sent requests from an address, or who has the link of an assistant. */
type Person = { email: string } | { assistant: string };

type PersonalData = {
  requests: Tables['strategy_sessions'][];
  prospects: Tables['decisionMakers'][];
  alerts: Tables['alerts'][];
  counters: Tables['rate_limits'][];
};

/** The options of the commands about a person. */
export const PERSON_OPTIONS = ['email', 'assistant'] as const;

/** Reads who is meant. Throws a sentence for the operator. */
export function readPerson(values: { email?: string; assistant?: string }, help: string): Person {
  const { email, assistant } = values;
  if (email && !assistant) {
    if (checkField('email', { ...mapFields(() => ''), email }).error)
      throw new Error('--email must be one address, such as person@example.com.');
    return { email: cleanEmail(email) };
  }
  if (!assistant || email) throw new Error(help);
  if (!ASSISTANT_ID_PATTERN.test(assistant))
    throw new Error('--assistant must be the id of an assistant.');
  return { assistant };
}

/** Finds all rows about a person. Throws if the database fails. */
export async function findPersonalData(person: Person, db: Db): Promise<PersonalData> {
  const readAlerts = (subjects: { id: string }[]) =>
    readParts(
      subjects.map(({ id }) => id),
      (ids) => db.from('alerts').select('*').in('subject', ids),
    );
  if ('assistant' in person) {
    const prospects = await readAllRows((from, to) =>
      db
        .from('decisionMakers')
        .select('*')
        .eq('vapi_assistant_id', person.assistant)
        .order('id')
        .range(from, to),
    );
    return { requests: [], prospects, alerts: await readAlerts(prospects), counters: [] };
  }
  const { email } = person;
  const requests = await readAllRows((from, to) =>
    db.from('strategy_sessions').select('*').eq('email', email).order('id').range(from, to),
  );
  const formKeys = requests.flatMap(({ idempotency_key }) => idempotency_key ?? []);
  return {
    requests,
    prospects: [],
    alerts: await readAlerts(requests),
    counters: await readParts(listEmailKeys(email, formKeys), (keys) =>
      db.from('rate_limits').select('*').in('key', keys),
    ),
  };
}

/** Deletes what was found about a person. Throws if the database fails. */
export async function erasePersonalData(
  person: Person,
  { prospects, alerts, counters }: PersonalData,
  db: Db,
): Promise<void> {
  // An alert names its row, so it goes first.
  await readParts(
    alerts.map(({ id }) => id),
    (ids) => db.from('alerts').delete().in('id', ids).select('id'),
  );
  await readParts(
    counters.map(({ key }) => key),
    (keys) => db.from('rate_limits').delete().in('key', keys).select('key'),
  );
  await readParts(
    prospects.map(({ id }) => id),
    (ids) => db.from('decisionMakers').delete().in('id', ids).select('id'),
  );
  if ('email' in person) await eraseStrategySessions(person.email, db);
}

/** Returns e.g. `2 requests, 1 alert`, and nothing of what there is none of. */
export function describePersonalData(found: PersonalData): string {
  const names = {
    requests: ['request', 'requests'],
    prospects: ['prospect', 'prospects'],
    alerts: ['alert', 'alerts'],
    counters: ['counter of a limit', 'counters of limits'],
  };
  const parts = Object.entries(names).flatMap(([name, [one, many]]) => {
    const { length } = found[name as keyof PersonalData];
    return length > 0 ? [`${length} ${length === 1 ? one : many}`] : [];
  });
  return parts.join(', ');
}

type Answer<Row> = { data: Row[]; error: null } | (FailedQuery & { data: null });

async function readParts<Row>(
  ids: readonly string[],
  send: (some: readonly string[]) => PromiseLike<Answer<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const answer = await send(ids.slice(start, start + IDS_AT_ONCE));
    if (answer.error) throw createDatabaseError(answer);
    rows.push(...answer.data);
  }
  return rows;
}
