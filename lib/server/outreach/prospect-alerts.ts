import 'server-only';
import type { EndReason } from '@/lib/analytics/events';
import { sendRetryable } from '@/lib/server/database/queries';
import { getDatabase } from '@/lib/server/database/supabase';
import { getEnv } from '@/lib/server/env';
import { sendAlertsAfterResponse, sendAlertsLater } from '@/lib/server/notify/alerts';

/** An alert about a call waits so long for the rating; `record_prospect_call` has the same. */
const RATING_WAIT_MS = 20_000;

/** The ticket of a call, and the assistant that was called. */
type ProspectCall = { id: string; assistantId: string };

/** Alerts the operator that a prospect uses a personal page, once a day. Never throws. */
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
 * Stores the end of a prospect's call, and alerts the operator of one of 30 seconds or more, once a
 * day. A second report of a call changes nothing. Returns false when the database failed. Never
 * throws.
 */
export async function recordProspectCall(
  { id: ticket, assistantId: assistant_id }: ProspectCall,
  seconds: number,
  reason: EndReason,
): Promise<boolean> {
  const should_alert = !getEnv().PROSPECT_ALERTS_OFF;
  const call = { ticket, assistant_id, length: seconds, ended: reason, should_alert };
  const { error } = await sendRetryable(
    getDatabase().rpc('record_prospect_call', call),
    'call of a prospect not recorded',
  );
  if (error) return false;
  if (reason === 'left-page') sendAlertsAfterResponse();
  else sendAlertsLater(RATING_WAIT_MS);
  return true;
}

/**
 * Stores how a prospect has rated a call, 1 to 5, and sends its alert. Returns false when the
 * database failed. Never throws.
 */
export async function rateProspectCall(
  { id: ticket, assistantId: assistant_id }: ProspectCall,
  rating: number,
): Promise<boolean> {
  const { error } = await sendRetryable(
    getDatabase().rpc('rate_prospect_call', { ticket, assistant_id, rating }),
    'rating of a prospect not stored',
  );
  if (!error) sendAlertsAfterResponse();
  return !error;
}
