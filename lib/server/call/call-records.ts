import 'server-only';
import type { CallHandle } from '@/lib/server/database/results';
import { sendWithTimeout } from '@/lib/server/database/queries';
import { getDatabase } from '@/lib/server/database/supabase';
import type { TicketClaims } from './call-ticket';

/** Longer than it takes to count a call, because the end may have to wait for a late count. */
const END_TIMEOUT_MS = 4000;
const NOT_STORED = 'call end not stored';

/** Removes a call that the provider has refused from the budgets. Its ticket stays used. */
export async function cancelCall({ id: ticket }: TicketClaims): Promise<void> {
  await sendWithTimeout(getDatabase().rpc('cancel_call', { ticket }), NOT_STORED, END_TIMEOUT_MS);
}

/**
 * Stores how to reach a created call at the provider. Returns whether the visitor has left, so that
 * the call has to be ended; `hasLeft`: that is known already. Never throws.
 */
export async function recordCall(
  { id: ticket }: TicketClaims,
  handle: CallHandle,
  hasLeft: boolean,
): Promise<boolean> {
  const { data, error } = await sendWithTimeout(
    getDatabase().rpc('record_call', { ticket, ...handle, has_left: hasLeft }),
    'call not recorded',
  );
  return error ? hasLeft : data;
}

/**
 * Whether it was stored. `handle`: how to reach the call, once, for the request that has to end
 * it; null if there is none or if it is still being created.
 */
type LeaveResult = { ok: true; handle: CallHandle | null } | { ok: false };

/**
 * Stores that a visitor has left a call. A ticket that was not used yet can't be used any more.
 * Never throws.
 *
 * @param callId from the browser, for a call that could not be recorded
 */
export async function leaveCall(
  { id: ticket, personal }: Pick<TicketClaims, 'id' | 'personal'>,
  callId: string | null,
): Promise<LeaveResult> {
  const { data, error } = await sendWithTimeout(
    getDatabase().rpc('leave_call', { ticket, personal, named_id: callId }),
    NOT_STORED,
  );
  if (error) return { ok: false };
  const [handle] = data;
  const isCreated = handle && (handle.call_id ?? handle.control_url) !== null;
  return { ok: true, handle: isCreated ? handle : null };
}

/**
 * Ends a call in the budgets, and stores its length and its cost in US dollars, as far as the
 * provider has reported them. Returns false when the database failed.
 */
export async function settleCall(
  ticket: string,
  report?: { seconds: number | undefined; cost: number | undefined },
): Promise<boolean> {
  const change = getDatabase().rpc('settle_call', {
    ticket,
    ...(report && { seconds: report.seconds ?? null, cost: report.cost ?? null }),
  });
  const { error } = await sendWithTimeout(change, NOT_STORED, END_TIMEOUT_MS);
  return error === null;
}
