import 'server-only';
import type { CallConfigResponse, CallRequest, WebCall } from '@/lib/api';
import { CALL_REFUSALS, type CallRefusal } from '@/lib/call/failures';
import { parseAssistantId } from '@/lib/outreach/assistant-id';
import { listVariables, type Variables } from '@/lib/outreach/prospect';
import { createKeyedHash } from '@/lib/server/crypto';
import { send } from '@/lib/server/database/queries';
import type { FunctionResult, RefusalReason } from '@/lib/server/database/results';
import { getDatabase } from '@/lib/server/database/supabase';
import { getEnv } from '@/lib/server/env';
import { countFailure } from '@/lib/server/failures';
import { createRateLimitError, limitAddress } from '@/lib/server/http/rate-limit';
import { getClientAddress, type HandlerResult } from '@/lib/server/http/request';
import { log } from '@/lib/server/log/log';
import { waitUntil } from '@/lib/server/shared-state';
import { areCallsConfigured, type Settings } from '@/lib/settings/settings';
import { endCall, reconcileSoon, settleCall } from './call-records';
import { canAskProvider, createCall } from './provider';

/** A call starts and ends a little after it is created. */
const MARGIN_SECONDS = 60;
const TAKE_TIMEOUT_MS = 2000;

/** `day_shared`: a third of the day's calls is reserved for prospects (docs/decisions/032). */
const listCallBudgets = ({ CALLS_PER_DAY, CALLS_AT_ONCE }: Settings = getEnv()) => ({
  address_hour: 5,
  address_day: 10,
  day: CALLS_PER_DAY,
  day_shared: Math.ceil((CALLS_PER_DAY * 2) / 3),
  at_once: CALLS_AT_ONCE,
});

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

/** `GET /api/call`. `?assistant=`: a prospect's. No other site can read the answer. */
export async function readCallConfig(request: Request): Promise<HandlerResult<CallConfigResponse>> {
  const secondsToWait = await limitAddress('call', request);
  if (secondsToWait) return createRateLimitError(secondsToWait);

  const { VAPI_ASSISTANT_ID, VAPI_CALL_MACHINE_URL, CALL_MAX_SECONDS } = getEnv();
  const offReason = findCallsOffReason();
  if (offReason === 'not_configured') return { ok: true, body: { configured: false } };
  const refusal = offReason ?? (await findCurrentRefusal(request));
  const body = {
    configured: true,
    // There may be a slot when the visitor presses Start.
    refusal: refusal === 'calls_busy' || refusal === 'provider_failed' ? null : refusal,
    maxSeconds: CALL_MAX_SECONDS,
    assistantId: VAPI_ASSISTANT_ID ?? null,
    callMachineUrl: VAPI_CALL_MACHINE_URL ?? null,
  };
  return { ok: true, body };
}

function findCallsOffReason(): 'not_configured' | 'calls_off' | null {
  const settings = getEnv();
  if (!areCallsConfigured(settings)) return 'not_configured';
  return settings.CALLS_OFF ? 'calls_off' : null;
}

async function findCurrentRefusal(request: Request): Promise<CallRefusal | null> {
  const asked = new URL(request.url).searchParams.get('assistant');
  const assistant = asked ?? getEnv().VAPI_ASSISTANT_ID;
  // Without an assistant the page itself says that calls are not configured.
  if (assistant === undefined) return null;
  if (parseAssistantId(assistant) === null) return 'unknown_assistant';
  const link = asked === null ? undefined : {};
  return (await takeCall(request, { id: null, assistantId: assistant, link })).refusal;
}

type Taken = {
  refusal: CallRefusal | null;
  prospect?: FunctionResult<'take_call'>['prospect'] | undefined;
};

/**
 * Counts a call against every budget; without an id, only asks. Returns why it is refused, or whose
 * personal link it is. Never throws.
 */
export async function takeCall(
  request: Request,
  { id, assistantId, link }: Omit<CallRequest, 'id'> & { id: string | null },
): Promise<Taken> {
  const { VAPI_ASSISTANT_ID, CALL_MAX_SECONDS } = getEnv();
  const address = getClientAddress(request);
  const take = {
    id,
    assistant_id: assistantId,
    caller: address && createKeyedHash('call', address),
    link: link ?? null,
    ours: assistantId === VAPI_ASSISTANT_ID,
    max_seconds: CALL_MAX_SECONDS + MARGIN_SECONDS,
    budgets: listCallBudgets(),
  };
  const { data, error } = await send(getDatabase().rpc('take_call', take), 'call not counted', {
    timeoutMs: TAKE_TIMEOUT_MS,
  });
  // The database may have counted it, or still do so.
  if (error && id !== null) waitUntil(endUncounted(id));
  if (error) return { refusal: 'unavailable' };
  const { refusal: reason = null, prospect } = data;
  if (reason === 'unknown') reconcileSoon();
  if (reason && id !== null) log.warn({ reason, personal: Boolean(link) }, 'call refused');
  return { refusal: reason && REFUSALS[reason], prospect };
}

async function endUncounted(id: string): Promise<void> {
  await endCall(id);
  await settleCall(id, 'refused');
}

/** `POST /api/call`: counts a call, creates it, and stores how to reach it. */
export async function startCall(
  call: CallRequest,
  request: Request,
): Promise<HandlerResult<WebCall>> {
  const off = findCallsOffReason();
  if (off) return { ok: false, error: off };

  const taken = await takeCall(request, call);
  if (taken.refusal === 'provider_failed') countProviderFailure(taken.refusal);
  if (taken.refusal) return { ok: false, error: taken.refusal };

  const created = await createCall(call, listKnownVariables(call, taken.prospect));
  if (created.fate !== 'created') {
    // A call that nobody can be asked about stays counted.
    if (created.fate === 'refused' || canAskProvider()) await settleCall(call.id, created.fate);
    if (created.refusal === 'provider_failed') reconcileSoon();
    countProviderFailure(created.refusal);
    return { ok: false, error: created.refusal };
  }

  const { data: hasLeft, error } = await settleCall(call.id, 'created', created.handle);
  // Without the key, a call that is not stored can't be found when it is left.
  const canEndLater = !error || canAskProvider();
  // Without a connection the browser can't have got the answer.
  if (!hasLeft && !request.signal.aborted && canEndLater) return { ok: true, body: created.call };
  waitUntil(endCall(call.id, created.handle));
  return { ok: false, error: 'call_refused' };
}

/** Without a row, an assistant is told the name in the address only. */
const listKnownVariables = ({ link }: CallRequest, prospect: Taken['prospect']): Variables =>
  prospect
    ? listVariables(prospect, prospect.variables)
    : listVariables({ contact_name: link?.contact_name ?? null });

/** No link can make this up: the assistant is ours or a prospect's. */
const countProviderFailure = (refusal: CallRefusal) =>
  countFailure('calls-failing', CALL_REFUSALS[refusal]);
