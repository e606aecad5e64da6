import 'server-only';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { CallOutcome, LinkFacts, VisitResponse } from '@/lib/api';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import { PROSPECT_FIELDS, type ProspectField } from '@/lib/outreach/prospect';
import { type FailedQuery, send } from '@/lib/server/database/queries';
import { isPassing, readFailure } from '@/lib/server/database/database-fault';
import { getDatabase } from '@/lib/server/database/supabase';
import { getEnv } from '@/lib/server/env';
import type { HandlerResult } from '@/lib/server/http/request';
import { log } from '@/lib/server/log/log';
import { sendAlertsAfterResponse, sendAlertsLater } from '@/lib/server/notify/alerts';

// What prospects do. No function throws.

/** Short, because a visitor is waiting. The steps of a visit share it. */
const VISIT_TIMEOUT_MS = 4_000;
/** An alert about a call waits so long for the rating; `record_prospect_call` has the same. */
const RATING_WAIT_MS = 20_000;

/** A report of a longer call is refused. */
export const MAX_LENGTH_SECONDS = 86_400;

type VisitResult = HandlerResult<VisitResponse>;

const linkText = z.string().max(500);

/** As the names of a row are cleaned. */
const createNameSchema = ({ clean }: ProspectField) =>
  linkText.nullish().transform((text) => (text && clean(text)) || null);

export const linkSchema = z.union([
  z.object({ code: linkText }),
  z.object({
    contact_name: createNameSchema(PROSPECT_FIELDS.contact_name),
    company_name: createNameSchema(PROSPECT_FIELDS.company_name),
  }),
]);

/** What a personal page sends of itself. */
export const visitSchema = z.object({
  vapi_assistant_id: z.string().regex(ASSISTANT_ID_PATTERN),
  link: linkSchema.prefault({}),
});

const openTable = () => getDatabase().from('decisionMakers');

/** Records an opened link (docs/behaviour.md, section 7). */
export async function recordVisit(assistant_id: string, link: LinkFacts): Promise<VisitResult> {
  const deadline = AbortSignal.timeout(VISIT_TIMEOUT_MS);
  const known = await openTable()
    .select('id')
    .eq('vapi_assistant_id', assistant_id)
    .limit(2)
    .abortSignal(deadline);
  const isShared = known.data?.length === 2;
  const found =
    isShared || 'code' in link
      ? await getDatabase().rpc('find_prospect', { assistant_id, link }).abortSignal(deadline)
      : known;
  if (found.error) return failVisit('lookup', found);
  const [row] = found.data;
  if (!row) {
    log.warn({}, 'visit not recorded: no prospect has this link');
    return { ok: true, body: { tracked: false } };
  }
  const updated = await openTable()
    .update({ visited_at: new Date().toISOString() })
    .eq('vapi_assistant_id', assistant_id)
    .eq('id', row.id)
    .abortSignal(deadline)
    // The same update may be repeated.
    .setHeader('Idempotency-Key', randomUUID());
  return updated.error ? failVisit('update', updated) : { ok: true, body: { tracked: true } };
}

function failVisit(step: 'lookup' | 'update', { error, status }: FailedQuery): VisitResult {
  const failure = readFailure(error, status);
  log.error({ step, ...failure }, 'visit not recorded');
  return { ok: false, step, error: isPassing(failure) ? 'unavailable' : 'internal' };
}

/** The first key or press: stores its time, and alerts the operator, once a day. */
export async function recordInput(assistant_id: string, link: LinkFacts): Promise<void> {
  const should_alert = !getEnv().PROSPECT_ALERTS_OFF;
  const { error } = await send(
    getDatabase().rpc('record_prospect_input', { assistant_id, link, should_alert }),
    'input of a prospect not recorded',
    { isRepeatable: true },
  );
  if (!error && should_alert) sendAlertsAfterResponse();
}

/**
 * Does nothing for calls without a row, of which only sums are kept; a second report of a call
 * adds its rating only. Returns false when the database failed.
 */
export async function recordProspectCall(
  id: string,
  { seconds, reason, rating }: CallOutcome,
): Promise<boolean> {
  const should_alert = !getEnv().PROSPECT_ALERTS_OFF;
  const call = { id, length: seconds, ended: reason, rating: rating ?? null, should_alert };
  const { data: isPersonal, error } = await send(
    getDatabase().rpc('record_prospect_call', call),
    'call of a prospect not recorded',
    { isRepeatable: true },
  );
  if (isPersonal && (rating || reason === 'left-page')) sendAlertsAfterResponse();
  else if (isPersonal) sendAlertsLater(RATING_WAIT_MS);
  return !error;
}
