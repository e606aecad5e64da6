import 'server-only';
import type { CallRefusal } from '@/lib/call/refusals';
import type { TicketClaims } from './call-ticket';
import { getClientAddress } from '@/lib/server/http/client-address';
import { getEnv } from '@/lib/server/env';
import { createKeyedHash } from '@/lib/server/crypto/derived-keys';
import { log } from '@/lib/server/log/log';
import type { CallAddress, Caller, SpentBudget } from '@/lib/server/database/results';
import { getDatabase } from '@/lib/server/database/supabase';
import { waitUntil } from '@/lib/server/after-response';

const DATABASE_TIMEOUT_MS = 2000;
/** A call starts and ends a little after it is created. */
const MARGIN_SECONDS = 60;

type BudgetRefusal = Extract<
  CallRefusal,
  'calls_spent' | 'calls_busy' | 'ticket_refused' | 'unavailable'
>;

/**
 * At most `limit` calls in so many hours, or at the same time; `per_address`: from one network,
 * `shared`: with the assistant of the landing page.
 */
type CallBudget = {
  name: SpentBudget;
  limit: number;
  hours?: number;
  per_address?: true;
  shared?: true;
};

/** A third of the day's calls is reserved for the assistants of prospects (docs/decisions/032). */
function listBudgets(): CallBudget[] {
  const { CALLS_PER_DAY, CALLS_AT_ONCE } = getEnv();
  const reserved = Math.floor(CALLS_PER_DAY / 3);
  return [
    { name: 'address_hour', limit: 5, hours: 1, per_address: true },
    { name: 'address_day', limit: 10, hours: 24, per_address: true },
    { name: 'day', limit: CALLS_PER_DAY, hours: 24 },
    { name: 'day', limit: CALLS_PER_DAY - reserved, hours: 24, shared: true },
    { name: 'at_once', limit: CALLS_AT_ONCE },
  ];
}

/**
 * Finds what refuses a call now, or null, without counting it. Never throws.
 *
 * @param personal whether it is a call to a prospect's assistant
 */
export async function findBudgetRefusal(
  request: Request,
  personal: boolean,
): Promise<BudgetRefusal | null> {
  const { data, error } = await getDatabase()
    .rpc('call_refusal', { ...identifyCaller(request, personal), budgets: listBudgets() })
    .abortSignal(AbortSignal.timeout(DATABASE_TIMEOUT_MS));
  if (!error) return parseRefusal(data);
  log.warn({ code: error.code }, 'call budgets could not be read');
  return 'unavailable';
}

/** Counts a call against every budget. Returns why it is refused, or null. Never throws. */
export async function countCall(
  request: Request,
  ticket: TicketClaims,
): Promise<BudgetRefusal | null> {
  const { id, personal } = ticket;
  const max_seconds = getEnv().CALL_MAX_SECONDS + MARGIN_SECONDS;
  const caller = identifyCaller(request, personal);
  const { data, error } = await getDatabase()
    .rpc('take_call', { ...caller, ticket: id, max_seconds, budgets: listBudgets() })
    .abortSignal(AbortSignal.timeout(DATABASE_TIMEOUT_MS));
  if (error) {
    log.warn({ code: error.code }, 'call not counted');
    // The database may still count it after our timeout.
    waitUntil(cancelCall(ticket));
    return 'unavailable';
  }
  if (data) log.warn({ reason: data, personal }, 'call refused');
  return parseRefusal(data);
}

/** Removes a call that the provider has refused from the budgets. Its ticket stays used. */
export async function cancelCall({ id: ticket }: TicketClaims): Promise<void> {
  await storeCallEnd(getDatabase().rpc('cancel_call', { ticket }));
}

/**
 * Stores how to reach a created call at the provider. Returns whether the visitor has left, so that
 * the call has to be ended; `hasLeft`: that is known already. Never throws.
 */
export async function recordCall(
  { id: ticket }: TicketClaims,
  address: CallAddress,
  hasLeft: boolean,
): Promise<boolean> {
  const { data, error } = await getDatabase()
    .rpc('record_call', { ticket, ...address, has_left: hasLeft })
    .abortSignal(AbortSignal.timeout(DATABASE_TIMEOUT_MS));
  if (!error) return data;
  log.warn({ code: error.code }, 'call not recorded');
  return hasLeft;
}

/**
 * Whether it was stored. `address`: how to reach the call, once, for the request that has to end
 * it; null if there is none or if it is still being created.
 */
type LeaveResult = { ok: true; address: CallAddress | null } | { ok: false };

/**
 * Stores that a visitor has left a call. A ticket that was not used yet can't be used any more.
 * Never throws.
 *
 * @param callId from the browser, for a call that could not be recorded
 */
export async function leaveCall(
  { id: ticket, personal }: TicketClaims,
  callId: string | null,
): Promise<LeaveResult> {
  const { data, error } = await getDatabase()
    .rpc('leave_call', { ticket, personal, named_id: callId })
    .abortSignal(AbortSignal.timeout(DATABASE_TIMEOUT_MS));
  if (error) {
    log.warn({ code: error.code }, 'call end not stored');
    return { ok: false };
  }
  const [address] = data;
  const isCreated = address && (address.call_id ?? address.control_url) !== null;
  return { ok: true, address: isCreated ? address : null };
}

/**
 * Ends a call in the budgets, and stores its cost in US dollars if the provider has reported it.
 * Returns false when the database failed.
 */
export async function settleCall(
  ticket: string,
  report?: { seconds: number; cost: number },
): Promise<boolean> {
  return storeCallEnd(getDatabase().rpc('settle_call', { ticket, ...report }));
}

async function storeCallEnd(
  change: PromiseLike<{ error: { code: string } | null }>,
): Promise<boolean> {
  const { error } = await change;
  if (error) log.warn({ code: error.code }, 'call end not stored');
  return error === null;
}

function identifyCaller(request: Request, personal: boolean): Caller {
  const address = getClientAddress(request);
  return { caller: address && createKeyedHash('call', address), personal };
}

const parseRefusal = (reason: SpentBudget | 'used' | null): BudgetRefusal | null => {
  if (reason === null) return null;
  if (reason === 'used') return 'ticket_refused';
  return reason === 'at_once' ? 'calls_busy' : 'calls_spent';
};
