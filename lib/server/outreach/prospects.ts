import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Prospect } from '@/lib/outreach/personal-link';
import {
  createDatabaseError,
  type FailedQuery,
  readAllRows,
  sendRetryable,
} from '@/lib/server/database/queries';
import { isUnreachable } from '@/lib/server/database/database-fault';
import { log } from '@/lib/server/log/log';
import { type Db, getDatabase } from '@/lib/server/database/supabase';
import { DEFAULT_RETENTION_MONTHS } from '@/lib/settings/settings';

/** Short, because a visitor is waiting. Both steps of a visit share it. */
const VISIT_TIMEOUT_MS = 4_000;

/** `tracked`: whether a prospect has the assistant; `step`: what failed. */
export type VisitResult =
  { ok: true; tracked: boolean } | { ok: false; step: 'lookup' | 'update'; unreachable: boolean };

/** Records that a prospect opened a personal link (docs/behaviour.md, section 7). Never throws. */
export async function recordVisit(assistantId: string): Promise<VisitResult> {
  const deadline = AbortSignal.timeout(VISIT_TIMEOUT_MS);
  const found = await findAssistant(assistantId, deadline);
  if (found.error) return logVisitFailure('lookup', found);
  if (found.data.length === 0) {
    log.warn({}, 'visit not recorded: no prospect has this assistant');
    return { ok: true, tracked: false };
  }
  const updated = await getDatabase()
    .from('decisionMakers')
    .update({ visited_at: new Date().toISOString() })
    .eq('vapi_assistant_id', assistantId)
    .abortSignal(deadline)
    // The same update may be repeated.
    .setHeader('Idempotency-Key', randomUUID());
  return updated.error ? logVisitFailure('update', updated) : { ok: true, tracked: true };
}

/** Renews every personal link of an assistant that was called. Logs a failure. Never throws. */
export async function renewLinks(assistantId: string): Promise<void> {
  const renewal = getDatabase()
    .from('decisionMakers')
    .update({ renewed_at: new Date().toISOString() })
    .eq('vapi_assistant_id', assistantId);
  await sendRetryable(renewal, 'personal link not renewed');
}

/** Whether a prospect has this assistant; `unknown` when the database fails. */
export async function lookUpAssistant(assistantId: string): Promise<'yes' | 'no' | 'unknown'> {
  const found = await findAssistant(assistantId, AbortSignal.timeout(VISIT_TIMEOUT_MS));
  if (!found.error) return found.data.length > 0 ? 'yes' : 'no';
  log.warn({ code: found.error.code, status: found.status }, 'assistant not looked up');
  return 'unknown';
}

const findAssistant = (assistantId: string, deadline: AbortSignal) =>
  getDatabase()
    .from('decisionMakers')
    .select('id')
    .eq('vapi_assistant_id', assistantId)
    .limit(1)
    .abortSignal(deadline);

function logVisitFailure(step: 'lookup' | 'update', { error, status }: FailedQuery): VisitResult {
  log.error({ step, code: error.code, status }, 'visit not recorded');
  return { ok: false, step, unreachable: isUnreachable(status) };
}

/**
 * Adds a prospect, or renews the link of one that exists, and counts its assistant's prospects.
 * Throws on failure.
 */
export async function storeProspect(
  { name, company, assistant }: Prospect,
  db: Db = getDatabase(),
): Promise<{ added: boolean; assistantRows: number }> {
  const row = { vapi_assistant_id: assistant, contact_name: name, company_name: company };
  const inserted = await db.from('decisionMakers').insert(row);
  const isKnown = inserted.error?.code === '23505';
  if (inserted.error && !isKnown) throw createDatabaseError(inserted);
  if (isKnown) await renewLink(row, db);
  const counted = await db
    .from('decisionMakers')
    .select('id', { count: 'exact', head: true })
    .eq('vapi_assistant_id', assistant);
  if (counted.error) throw createDatabaseError(counted);
  return { added: !isKnown, assistantRows: counted.count ?? 0 };
}

async function renewLink(row: Record<string, string | null>, db: Db): Promise<void> {
  const update = db.from('decisionMakers').update({ renewed_at: new Date().toISOString() });
  const renewed = await Object.entries(row).reduce(
    (query, [column, value]) => query.filter(column, value === null ? 'is' : 'eq', value),
    update,
  );
  if (renewed.error) throw createDatabaseError(renewed);
}

/**
 * Returns when a link ends. The purge counts back from now, so at the end of a month it deletes the
 * link up to three days later.
 */
export function findLinkEnd({ period_start }: { period_start: string }, months: number): Date {
  const end = new Date(period_start);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + months);
  // The month is shorter.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end;
}

/** Reads for how many months personal links are kept. Throws when the database fails. */
export async function readLinkMonths(db: Db = getDatabase()): Promise<number> {
  const found = await db.from('retention').select('months').limit(1);
  if (found.error) throw createDatabaseError(found);
  return found.data[0]?.months ?? DEFAULT_RETENTION_MONTHS;
}

/** Identifies prospects: each that is given must match. */
export type ProspectFilter = { [Name in 'id' | keyof Prospect]?: string };

const COLUMNS = {
  id: 'id',
  name: 'contact_name',
  company: 'company_name',
  assistant: 'vapi_assistant_id',
} as const satisfies Record<keyof ProspectFilter, string>;

/** Finds up to `most` prospects. Throws when the database fails. */
export async function findProspects(filter: ProspectFilter, most: number, db: Db = getDatabase()) {
  const names = Object.keys(COLUMNS) as (keyof ProspectFilter)[];
  const all = db.from('decisionMakers').select('id, contact_name, company_name, vapi_assistant_id');
  const found = await names
    .reduce((query, name) => {
      const value = filter[name];
      return value === undefined ? query : query.filter(COLUMNS[name], 'eq', value);
    }, all)
    .order('id')
    .limit(most);
  if (found.error) throw createDatabaseError(found);
  return found.data;
}

/** Deletes a prospect. Throws when the database fails. */
export async function deleteProspect(id: string, db: Db = getDatabase()): Promise<void> {
  const deleted = await db.from('decisionMakers').delete().eq('id', id);
  if (deleted.error) throw createDatabaseError(deleted);
}

/** Lists all prospects, the latest visit first. Throws when the database fails. */
export function listProspects(db: Db = getDatabase()) {
  return readAllRows((from, to) =>
    db
      .from('decisionMakers')
      .select(
        `vapi_assistant_id, contact_name, company_name, visited_at, period_start,
         called_at, call_seconds, call_rating`,
      )
      .order('visited_at', { ascending: false, nullsFirst: false })
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to),
  );
}
