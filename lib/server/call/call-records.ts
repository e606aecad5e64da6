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

/** Returns whether the visitor has left, so that the call has to be ended. Never throws. */
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

/** `handle`: given once, to the request that has to end the call; null during its creation. */
type LeaveResult = { ok: true; handle: CallHandle | null } | { ok: false };

/** Also makes an unused ticket unusable. `callId` is the browser's word. Never throws. */
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

/** `cost` in US dollars, as the provider reports it. Returns false when the database failed. */
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
