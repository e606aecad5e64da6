import 'server-only';
import type { CallRefusal } from '@/lib/call/refusals';
import type { TicketClaims } from './call-ticket';
import { getClientAddress } from '@/lib/server/http/request';
import { getEnv } from '@/lib/server/env';
import { createKeyedHash } from '@/lib/server/crypto';
import { log } from '@/lib/server/log/log';
import type { CallBudgetName, Caller } from '@/lib/server/database/results';
import type { Settings } from '@/lib/settings/settings';
import { sendWithTimeout } from '@/lib/server/database/queries';
import { getDatabase } from '@/lib/server/database/supabase';
import { waitUntil } from '@/lib/server/shared-state';
import { cancelCall } from './call-records';

/** A call starts and ends a little after it is created. */
const MARGIN_SECONDS = 60;

type BudgetRefusal = Extract<
  CallRefusal,
  'calls_off' | 'calls_spent' | 'calls_busy' | 'ticket_refused' | 'unavailable'
>;

/** `per_address`: from one network; `shared`: with the assistant of the landing page. */
type CallBudget = {
  name: CallBudgetName;
  limit: number;
  hours?: number;
  per_address?: true;
  shared?: true;
};

/** A third of the day's calls is reserved for prospects' assistants (docs/decisions/032). */
export const listCallBudgets = (
  { CALLS_PER_DAY, CALLS_AT_ONCE }: Settings = getEnv(),
): CallBudget[] => [
  { name: 'address_hour', limit: 5, hours: 1, per_address: true },
  { name: 'address_day', limit: 10, hours: 24, per_address: true },
  { name: 'day', limit: CALLS_PER_DAY, hours: 24 },
  { name: 'day', limit: Math.ceil((CALLS_PER_DAY * 2) / 3), hours: 24, shared: true },
  { name: 'at_once', limit: CALLS_AT_ONCE },
];

/** Finds what refuses a call now, or null, without counting it. Never throws. */
export async function findBudgetRefusal(
  request: Request,
  personal: boolean,
): Promise<BudgetRefusal | null> {
  const caller = identifyCaller(request, personal);
  const { data, error } = await sendWithTimeout(
    getDatabase().rpc('call_refusal', { ...caller, budgets: listCallBudgets() }),
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
    getDatabase().rpc('take_call', {
      ...caller,
      ticket: id,
      max_seconds,
      budgets: listCallBudgets(),
    }),
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
