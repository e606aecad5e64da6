import 'server-only';
import type { CallConfigResponse, CallRequest, WebCall } from '@/lib/api';
import { CALL_REFUSALS, type CallRefusal, FAILURES } from '@/lib/call/failures';
import { parseAssistantId } from '@/lib/outreach/assistant-id';
import { getEnv } from '@/lib/server/env';
import { countFailure } from '@/lib/server/failures';
import { createRateLimitError, type HandlerResult } from '@/lib/server/http/handler-result';
import { limitInMemory } from '@/lib/server/http/rate-limit';
import { isGetFromOwnPage } from '@/lib/server/http/request';
import { renewLinks } from '@/lib/server/outreach/prospects';
import { waitUntil } from '@/lib/server/shared-state';
import { areCallsConfigured } from '@/lib/settings/settings';
import { findRefusal, takeCall } from './call-budget';
import { askSoon, endCall, settleCall } from './call-records';
import { createCall } from './provider';

/** `GET /api/call`. `?assistant=`: a prospect's. */
export async function readCallConfig(request: Request): Promise<HandlerResult<CallConfigResponse>> {
  if (!isGetFromOwnPage(request)) return { ok: false, error: 'forbidden' };
  const secondsToWait = await limitInMemory('call', request);
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
  const refusal = await findRefusal(request, assistant);
  if (refusal === 'provider_failed') askSoon();
  return refusal;
}

/** `POST /api/call` */
export async function startCall(
  call: CallRequest,
  request: Request,
): Promise<HandlerResult<WebCall>> {
  const refusal = findCallsOffReason() ?? (await takeCall(request, call));
  if (refusal === 'provider_failed') reportProviderFailure(refusal);
  // The database may still count it after our timeout.
  if (refusal === 'unavailable') waitUntil(endUncounted(call.id));
  if (refusal) return { ok: false, error: refusal };
  const created = await createCall(call);
  if (!created.ok) {
    if (!created.mayExist) await settleCall(call.id, 'refused');
    // Without the key the provider can't be asked, and the call stays counted.
    else if (getEnv().VAPI_PRIVATE_KEY) await settleCall(call.id, 'unknown');
    reportProviderFailure(created.refusal);
    return { ok: false, error: created.refusal };
  }
  const { data: hasLeft, error } = await settleCall(call.id, 'created', created.handle);
  // Without the key, a call that is not stored can't be found when it is left.
  const canEndLater = !error || getEnv().VAPI_PRIVATE_KEY !== undefined;
  // Without a connection the browser can't have got the answer.
  if (hasLeft || request.signal.aborted || !canEndLater) {
    waitUntil(endCall(call.id, created.handle));
    return { ok: false, error: 'call_refused' };
  }
  if (call.assistantId !== getEnv().VAPI_ASSISTANT_ID) waitUntil(renewLinks(call.assistantId));
  return { ok: true, body: created.call };
}

function reportProviderFailure(refusal: CallRefusal): void {
  const kind = CALL_REFUSALS[refusal];
  // No link can make this up: the assistant is ours or a prospect's.
  if (FAILURES[kind].alerts) countFailure('calls-failing', kind);
  if (refusal === 'provider_failed') askSoon();
}

async function endUncounted(id: string): Promise<void> {
  await endCall(id);
  await settleCall(id, 'refused');
}
