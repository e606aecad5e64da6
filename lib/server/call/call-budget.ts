import 'server-only';
import type { CallRefusal } from '@/lib/call/refusals';
import type { TicketClaims } from './call-ticket';
import { getClientAddress } from '@/lib/server/http/request';
import { getEnv } from '@/lib/server/env';
import { createKeyedHash } from '@/lib/server/crypto/derived-keys';
import { log } from '@/lib/server/log/log';
import type { Caller } from '@/lib/server/database/results';
import { type CallBudgetName, listCallBudgets } from '@/lib/settings/call-budgets';
import { sendWithTimeout } from '@/lib/server/database/queries';
import { getDatabase } from '@/lib/server/database/supabase';
import { waitUntil } from '@/lib/server/after-response';
import { cancelCall } from './call-records';

/** A call starts and ends a little after it is created. */
const MARGIN_SECONDS = 60;

type BudgetRefusal = Extract<
  CallRefusal,
  'calls_off' | 'calls_spent' | 'calls_busy' | 'ticket_refused' | 'unavailable'
>;

const listBudgets = () => listCallBudgets(getEnv());

/**
 * Finds what refuses a call now, or null, without counting it. Never throws.
 *
 * @param personal whether it is a call to a prospect's assistant
 */
export async function findBudgetRefusal(
  request: Request,
  personal: boolean,
): Promise<BudgetRefusal | null> {
  const caller = identifyCaller(request, personal);
  const { data, error } = await sendWithTimeout(
    getDatabase().rpc('call_refusal', { ...caller, budgets: listBudgets() }),
    'call budgets could not be read',
  );
  return error ? 'unavailable' : parseRefusal(data);
}

/** Counts a call against every budget. Returns why it is refused, or null. Never throws. */
export async function countCall(
  request: Request,
  ticket: TicketClaims,
): Promise<BudgetRefusal | null> {
  const { id, personal } = ticket;
  const max_seconds = getEnv().CALL_MAX_SECONDS + MARGIN_SECONDS;
  const caller = identifyCaller(request, personal);
  const { data, error } = await sendWithTimeout(
    getDatabase().rpc('take_call', { ...caller, ticket: id, max_seconds, budgets: listBudgets() }),
    'call not counted',
  );
  if (error) {
    // The database may still count it after our timeout.
    waitUntil(cancelCall(ticket));
    return 'unavailable';
  }
  if (data) log.warn({ reason: data, personal }, 'call refused');
  return parseRefusal(data);
}

function identifyCaller(request: Request, personal: boolean): Caller {
  const address = getClientAddress(request);
  return { caller: address && createKeyedHash('call', address), personal };
}

const parseRefusal = (reason: CallBudgetName | 'off' | 'used' | null): BudgetRefusal | null => {
  if (reason === null) return null;
  if (reason === 'off') return 'calls_off';
  if (reason === 'used') return 'ticket_refused';
  return reason === 'at_once' ? 'calls_busy' : 'calls_spent';
};
