import 'server-only';
import type { CallRefusal } from '@/lib/voice/call-refusals';
import type { CallTicket } from './call-ticket';
import { clientAddress } from './client-address';
import { canCall, env } from './env';
import { keyedHash } from './keyed-hash';
import { log } from './log';
import { type CallBudgets, type Caller, database, type SpentBudget } from './supabase';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const DATABASE_MS = 2 * SECOND_MS;
/** A call begins and ends a little after it is created; later than this it is over, reported or not. */
const MARGIN_SECONDS = 60;
const PER_ADDRESS = { address_hour: 5, address_day: 10 };

type BudgetRefusal = Extract<CallRefusal, 'calls_spent' | 'calls_busy' | 'ticket_refused'>;

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

/** A call that this process has let go. Times in epoch ms. */
type Taken = Caller & {
  ticket: string;
  at: number;
  endsBy: number;
  counted: boolean;
  /** Whether this process has claimed the call's check. */
  checked: boolean;
};

// Next may bundle this module several times for one process.
const TAKEN = Symbol.for('callwright.calls');
const ofProcess = globalThis as { [TAKEN]?: Taken[] };
/** The calls of the last 24 hours, for the time when the database cannot tell. */
const taken = () => (ofProcess[TAKEN] ??= []);

/** Why no call can be made at all; undefined when calls are on. */
export function callsClosed(): Extract<CallRefusal, 'not_configured' | 'calls_off'> | undefined {
  const settings = env();
  if (!canCall(settings)) return 'not_configured';
  return settings.CALLS_OFF ? 'calls_off' : undefined;
}

/**
 * Says whether a call may go now, without counting it.
 *
 * @param personal whether it is to a prospect's assistant
 * @returns null when it may go
 */
export async function mayCall(request: Request, personal: boolean): Promise<BudgetRefusal | null> {
  const caller = callerOf(request, personal);
  const { data, error } = await database()
    .rpc('call_refusal', { ...caller, budgets: budgets() })
    .abortSignal(AbortSignal.timeout(DATABASE_MS));
  if (error) log.warn({ code: error.code }, 'call budgets unknown');
  return refusalOf(error ? refusalInMemory(caller) : data);
}

/**
 * Counts a call against every budget, in the database, which all instances share. Where that cannot tell, this process
 * counts by itself. Never throws.
 *
 * @returns null when the call may go
 */
export async function takeCall(
  request: Request,
  { id: ticket, personal }: CallTicket,
): Promise<BudgetRefusal | null> {
  const caller = callerOf(request, personal);
  const max_seconds = env().CALL_MAX_SECONDS + MARGIN_SECONDS;
  const { data, error } = await database()
    .rpc('take_call', { ...caller, ticket, max_seconds, budgets: budgets() })
    .abortSignal(AbortSignal.timeout(DATABASE_MS));
  if (error) log.warn({ code: error.code }, 'call counted by this process alone');
  const reason = error ? takeInMemory(caller, ticket) : data;
  if (reason) {
    log.warn({ reason, personal }, 'call refused');
    return refusalOf(reason);
  }
  const at = Date.now();
  forgetOld(at);
  const endsBy = at + max_seconds * SECOND_MS;
  taken().push({ ...caller, ticket, at, endsBy, counted: true, checked: false });
  return null;
}

/** Takes a call back that the provider has refused: it uses no budget. Its ticket stays used. */
export async function cancelCall({ id: ticket }: CallTicket): Promise<void> {
  for (const call of taken()) if (call.ticket === ticket) call.counted = false;
  await note(database().rpc('cancel_call', { ticket }));
}

/**
 * Claims the one check of a call: whether the provider may be asked if the call is over. Where the
 * database cannot tell, this process has one check of each call that it has let go itself.
 *
 * @returns false once it was claimed, once the call is over, and for a ticket without a call
 */
export async function claimCheck({ id: ticket }: CallTicket): Promise<boolean> {
  const own = taken().find((call) => call.ticket === ticket);
  if (own?.checked || (own && own.endsBy <= Date.now())) return false;
  if (own) own.checked = true;
  const { data, error } = await database()
    .rpc('claim_call_check', { ticket })
    .abortSignal(AbortSignal.timeout(DATABASE_MS));
  if (!error) return data;
  log.warn({ code: error.code }, 'check of a call claimed in this process alone');
  return own !== undefined;
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
  for (const call of taken()) if (call.ticket === ticket) call.endsBy = 0;
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

function takeInMemory(caller: Caller, ticket: string): SpentBudget | 'used' | null {
  const used = taken().some((call) => call.ticket === ticket);
  return used ? 'used' : refusalInMemory(caller);
}

function forgetOld(now: number): void {
  ofProcess[TAKEN] = taken().filter(({ at }) => at > now - DAY_MS);
}

/** What `call_refusal` would say if there were no other instances. */
function refusalInMemory({ caller, personal }: Caller): SpentBudget | null {
  const now = Date.now();
  forgetOld(now);
  const recent = taken().filter(({ counted }) => counted);
  const own = recent.filter((call) => caller !== null && call.caller === caller);
  const limits = budgets();
  if (own.filter(({ at }) => at > now - HOUR_MS).length >= limits.address_hour)
    return 'address_hour';
  if (own.length >= limits.address_day) return 'address_day';
  if (recent.length >= limits.day) return 'day';
  const shared = recent.filter((call) => !call.personal);
  if (!personal && shared.length >= limits.day_shared) return 'day';
  return recent.filter(({ endsBy }) => endsBy > now).length >= limits.at_once ? 'at_once' : null;
}
