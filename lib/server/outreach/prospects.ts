import 'server-only';
import { randomUUID } from 'node:crypto';
import type { CallOutcome } from '@/lib/api';
import { type FailedQuery, sendRetryable } from '@/lib/server/database/queries';
import { isUnreachable, readFailure } from '@/lib/server/database/database-fault';
import { getDatabase } from '@/lib/server/database/supabase';
import { getEnv } from '@/lib/server/env';
import { log } from '@/lib/server/log/log';
import { sendAlertsAfterResponse, sendAlertsLater } from '@/lib/server/notify/alerts';

// What prospects do. No function throws.

/** Short, because a visitor is waiting. Both steps of a visit share it. */
const VISIT_TIMEOUT_MS = 4_000;
/** An alert about a call waits so long for the rating; `record_prospect_call` has the same. */
const RATING_WAIT_MS = 20_000;

export type VisitResult =
  | { ok: true; tracked: boolean }
  | { ok: false; step: 'lookup' | 'update'; error: 'unavailable' | 'internal' };

const openTable = () => getDatabase().from('decisionMakers');
const getNow = () => new Date().toISOString();

/** Records an opened link (docs/behaviour.md, section 7). */
export async function recordVisit(assistantId: string): Promise<VisitResult> {
  const deadline = AbortSignal.timeout(VISIT_TIMEOUT_MS);
  const found = await openTable()
    .select('id')
    .eq('vapi_assistant_id', assistantId)
    .limit(1)
    .abortSignal(deadline);
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
  log.error({ step, ...readFailure(error, status) }, 'visit not recorded');
  return { ok: false, step, error: isUnreachable(status) ? 'unavailable' : 'internal' };
}

export async function renewLinks(assistantId: string): Promise<void> {
  const renewal = openTable().update({ renewed_at: getNow() }).eq('vapi_assistant_id', assistantId);
  await sendRetryable(renewal, 'personal link not renewed');
}

/** Alerts the operator that a prospect uses a personal page, once a day. */
export async function alertVisit(assistantId: string): Promise<void> {
  if (getEnv().PROSPECT_ALERTS_OFF) return;
  const visit = { kind: 'prospect-visited', assistant_id: assistantId, facts: {} };
  const { error } = await sendRetryable(
    getDatabase().rpc('alert_prospect', visit),
    'no alert about a visit',
  );
  if (!error) sendAlertsAfterResponse();
}

/**
 * Does nothing for the landing page's calls, of which only sums are kept; a second report of a call
 * adds its rating only. Returns false when the database failed.
 */
export async function recordProspectCall(
  id: string,
  { seconds, reason, rating }: CallOutcome,
): Promise<boolean> {
  const should_alert = !getEnv().PROSPECT_ALERTS_OFF;
  const call = { id, length: seconds, ended: reason, rating: rating ?? null, should_alert };
  const { data: isPersonal, error } = await sendRetryable(
    getDatabase().rpc('record_prospect_call', call),
    'call of a prospect not recorded',
  );
  if (isPersonal && (rating || reason === 'left-page')) sendAlertsAfterResponse();
  else if (isPersonal) sendAlertsLater(RATING_WAIT_MS);
  return !error;
}
