import 'server-only';
import type { CallRefusal } from '@/lib/call/state/call-refusals';
import type { CallTicket } from './call-ticket';
import { clientAddress } from '../http/client-address';
import { canCall, env } from '../env';
import { keyedHash } from '../http/keyed-hash';
import { log } from '../observe/log';
import { type CallBudgets, type Caller, database, type SpentBudget } from '../database/supabase';
import { waitUntil } from '../notify/wait-until';

const DATABASE_MS = 2000;
/** A call begins and ends a little after it is created; later than this it is over, reported or not. */
const MARGIN_SECONDS = 60;
const PER_ADDRESS = { address_hour: 5, address_day: 10 };

type BudgetRefusal = Extract<
  CallRefusal,
  'calls_spent' | 'calls_busy' | 'ticket_refused' | 'unavailable'
>;

/** All budgets (docs/decisions/032). A third of the day's calls is kept for the assistants of prospects. */
function budgets(): CallBudgets {
  const { CALLS_PER_DAY, CALLS_AT_ONCE } = env();
  const kept = Math.floor(CALLS_PER_DAY / 3);
  return {
    ...PER_ADDRESS,
    day: CALLS_PER_DAY,
    day_shared: CALLS_PER_DAY - kept,
    at_once: CALLS_AT_ONCE,
  };
}

/** Why no call can be made at all; undefined when calls are on. */
export function callsClosed(): Extract<CallRefusal, 'not_configured' | 'calls_off'> | undefined {
  const settings = env();
  if (!canCall(settings)) return 'not_configured';
  return settings.CALLS_OFF ? 'calls_off' : undefined;
}

/**
 * Says whether a call may go now, without counting it. None may while the database cannot tell.
 * Never throws.
 *
 * @param personal whether it is to a prospect's assistant
 * @returns null when it may go
 */
export async function mayCall(request: Request, personal: boolean): Promise<BudgetRefusal | null> {
  const { data, error } = await database()
    .rpc('call_refusal', { ...callerOf(request, personal), budgets: budgets() })
    .abortSignal(AbortSignal.timeout(DATABASE_MS));
  if (!error) return refusalOf(data);
  log.warn({ code: error.code }, 'call budgets unknown');
  return 'unavailable';
}

/**
 * Counts a call against every budget, in the database, which all instances share. What cannot be
 * counted is refused. Never throws.
 *
 * @returns null when the call may go
 */
export async function takeCall(
  request: Request,
  ticket: CallTicket,
): Promise<BudgetRefusal | null> {
  const { id, personal } = ticket;
  const max_seconds = env().CALL_MAX_SECONDS + MARGIN_SECONDS;
  const { data, error } = await database()
    .rpc('take_call', {
      ...callerOf(request, personal),
      ticket: id,
      max_seconds,
      budgets: budgets(),
    })
    .abortSignal(AbortSignal.timeout(DATABASE_MS));
  if (error) {
    log.warn({ code: error.code }, 'call not counted');
    // The database may still count it after we stopped waiting, and no call would use its place.
    waitUntil(cancelCall(ticket));
    return 'unavailable';
  }
  if (data) log.warn({ reason: data, personal }, 'call refused');
  return refusalOf(data);
}

/** Takes a call back that the provider has refused: it uses no budget. Its ticket stays used. */
export async function cancelCall({ id: ticket }: CallTicket): Promise<void> {
  await note(database().rpc('cancel_call', { ticket }));
}

/**
 * Claims the one check of a call: whether the provider may be asked if the call is over. Never
 * throws.
 *
 * @returns false once it was claimed, once the call is over, for a ticket without a call, and while
 *   the database cannot tell
 */
export async function claimCheck({ id: ticket }: CallTicket): Promise<boolean> {
  const { data, error } = await database()
    .rpc('claim_call_check', { ticket })
    .abortSignal(AbortSignal.timeout(DATABASE_MS));
  if (!error) return data;
  log.warn({ code: error.code }, 'check of a call not claimed');
  return false;
}

/**
 * Gives the place of a call back, and notes what the provider reported of it.
 *
 * @param report length in seconds and cost in US dollars; absent when only the browser says that the call is over
 * @returns false when it could not be noted
 */
export async function settleCall(
  ticket: string,
  report?: { seconds: number; cost: number },
): Promise<boolean> {
  return note(database().rpc('settle_call', { ticket, ...report }));
}

async function note(change: PromiseLike<{ error: { code: string } | null }>): Promise<boolean> {
  const { error } = await change;
  if (error) log.warn({ code: error.code }, 'end of a call not noted');
  return error === null;
}

function callerOf(request: Request, personal: boolean): Caller {
  const address = clientAddress(request);
  return { caller: address && keyedHash('call', address), personal };
}

const refusalOf = (reason: SpentBudget | 'used' | null): BudgetRefusal | null => {
  if (reason === null) return null;
  if (reason === 'used') return 'ticket_refused';
  return reason === 'at_once' ? 'calls_busy' : 'calls_spent';
};
