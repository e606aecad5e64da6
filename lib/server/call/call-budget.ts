import 'server-only';
import type { CallRefusal } from '@/lib/call/failures';
import type { CallRequest } from '@/lib/api';
import { createKeyedHash } from '@/lib/server/crypto';
import { sendWithTimeout } from '@/lib/server/database/queries';
import type { CallBudgetName, RefusalReason } from '@/lib/server/database/results';
import { getDatabase } from '@/lib/server/database/supabase';
import { getEnv } from '@/lib/server/env';
import { getClientAddress } from '@/lib/server/http/request';
import { log } from '@/lib/server/log/log';
import type { Settings } from '@/lib/settings/settings';

/** A call starts and ends a little after it is created. */
const MARGIN_SECONDS = 60;

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

/** `unknown`: calls that may not exist fill the budget, until the provider has been asked. */
const REFUSALS = {
  assistant: 'unknown_assistant',
  off: 'calls_off',
  used: 'call_refused',
  unknown: 'provider_failed',
  at_once: 'calls_busy',
  address_hour: 'calls_spent',
  address_day: 'calls_spent',
  day: 'calls_spent',
} as const satisfies Record<RefusalReason, CallRefusal>;

/** Finds what refuses a call now, or null, without counting it. Never throws. */
export async function findRefusal(
  request: Request,
  assistantId: string,
): Promise<CallRefusal | null> {
  const { data, error } = await sendWithTimeout(
    getDatabase().rpc('call_refusal', describeCall(request, assistantId)),
    'call budgets could not be read',
  );
  if (error) return 'unavailable';
  return data && REFUSALS[data];
}

/** Counts a call against every budget. Returns why it is refused, or null. Never throws. */
export async function takeCall(
  request: Request,
  { id, assistantId }: CallRequest,
): Promise<CallRefusal | null> {
  const max_seconds = getEnv().CALL_MAX_SECONDS + MARGIN_SECONDS;
  const call = describeCall(request, assistantId);
  const { data, error } = await sendWithTimeout(
    getDatabase().rpc('take_call', { ...call, id, max_seconds }),
    'call not counted',
  );
  if (error) return 'unavailable';
  if (data) log.warn({ reason: data, personal: call.personal }, 'call refused');
  return data && REFUSALS[data];
}

function describeCall(request: Request, assistant_id: string) {
  const address = getClientAddress(request);
  const caller = address && createKeyedHash('call', address);
  const personal = assistant_id !== getEnv().VAPI_ASSISTANT_ID;
  return { assistant_id, caller, personal, budgets: listCallBudgets() };
}
