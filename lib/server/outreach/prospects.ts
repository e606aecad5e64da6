import 'server-only';
import { randomUUID } from 'node:crypto';
import { fromRow, type Prospect, type ProspectRow, toRow } from '@/lib/outreach/prospect';
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

const openTable = (db = getDatabase()) => db.from('decisionMakers');
const getNow = () => new Date().toISOString();

/** Records that a prospect opened a personal link (docs/behaviour.md, section 7). Never throws. */
export async function recordVisit(assistantId: string): Promise<VisitResult> {
  const deadline = AbortSignal.timeout(VISIT_TIMEOUT_MS);
  const found = await findAssistant(assistantId, deadline);
  if (found.error) return logVisitFailure('lookup', found);
  if (found.data.length === 0) {
    log.warn({}, 'visit not recorded: no prospect has this assistant');
    return { ok: true, tracked: false };
  }
  const updated = await openTable()
    .update({ visited_at: getNow() })
    .eq('vapi_assistant_id', assistantId)
    .abortSignal(deadline)
    // The same update may be repeated.
    .setHeader('Idempotency-Key', randomUUID());
  return updated.error ? logVisitFailure('update', updated) : { ok: true, tracked: true };
}

function logVisitFailure(step: 'lookup' | 'update', { error, status }: FailedQuery): VisitResult {
  log.error({ step, code: error.code, status }, 'visit not recorded');
  return { ok: false, step, unreachable: isUnreachable(status) };
}

/** Renews every personal link of an assistant that was called. Logs a failure. Never throws. */
export async function renewLinks(assistantId: string): Promise<void> {
  const renewal = openTable().update({ renewed_at: getNow() }).eq('vapi_assistant_id', assistantId);
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
  openTable().select('id').eq('vapi_assistant_id', assistantId).limit(1).abortSignal(deadline);

// What follows is for the commands, and throws a sentence when the database fails.

/** Identifies prospects: each column that is given must match. */
export type ProspectFilter = Partial<ProspectRow & { id: string }>;

interface Filterable {
  filter: (column: string, operator: string, value: unknown) => this;
}

const filterRows = <Query extends Filterable>(query: Query, filter: ProspectFilter): Query =>
  Object.entries(filter).reduce(
    (rest, [column, value]) => rest.filter(column, value === null ? 'is' : 'eq', value),
    query,
  );

/** Adds a prospect, or renews the link of one that exists, and counts its assistant's prospects. */
export async function storeProspect(
  prospect: Prospect,
  db?: Db,
): Promise<{ added: boolean; assistantRows: number }> {
  const row = toRow(prospect);
  const inserted = await openTable(db).insert(row);
  const isKnown = inserted.error?.code === '23505';
  if (inserted.error && !isKnown) throw createDatabaseError(inserted);
  if (isKnown) {
    const renewed = await filterRows(openTable(db).update({ renewed_at: getNow() }), row);
    if (renewed.error) throw createDatabaseError(renewed);
  }
  const counted = await openTable(db)
    .select('id', { count: 'exact', head: true })
    .eq('vapi_assistant_id', prospect.assistant);
  if (counted.error) throw createDatabaseError(counted);
  return { added: !isKnown, assistantRows: counted.count ?? 0 };
}

/** Finds up to `most` prospects. */
export async function findProspects(filter: ProspectFilter, most: number, db?: Db) {
  const found = await filterRows(openTable(db).select('*'), filter).order('id').limit(most);
  if (found.error) throw createDatabaseError(found);
  return found.data.map(({ id, ...row }) => ({ id, prospect: fromRow(row) }));
}

export async function deleteProspect(id: string, db?: Db): Promise<void> {
  const deleted = await openTable(db).delete().eq('id', id);
  if (deleted.error) throw createDatabaseError(deleted);
}

/** Lists all prospects, the latest visit first. */
export const listProspects = (db?: Db) =>
  readAllRows((from, to) =>
    openTable(db)
      .select('*')
      .order('visited_at', { ascending: false, nullsFirst: false })
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to),
  );

/** Reads for how many months personal links are kept. */
export async function readLinkMonths(db = getDatabase()): Promise<number> {
  const found = await db.from('retention').select('months').limit(1);
  if (found.error) throw createDatabaseError(found);
  return found.data[0]?.months ?? DEFAULT_RETENTION_MONTHS;
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
