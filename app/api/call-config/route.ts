import type { CallConfigResponse } from '@/lib/api';
import { parseAssistantId } from '@/lib/outreach/assistant-id';
import { findCallRefusal, findCallsOffReason } from '@/lib/server/call/call-permission';
import { endpoint } from '@/lib/server/endpoint';
import { getEnv } from '@/lib/server/env';
import { createRateLimitError, type HandlerResult } from '@/lib/server/http/handler-result';
import { isGetFromOwnPage } from '@/lib/server/http/request';
import { limitCall } from '@/lib/server/http/rate-limit';

/** Read at run time, so that one build serves any environment. `?assistant=`: a prospect's. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({ GET: readCallConfig });

async function readCallConfig(request: Request): Promise<HandlerResult<CallConfigResponse>> {
  if (!isGetFromOwnPage(request)) return { ok: false, error: 'forbidden' };
  const secondsToWait = await limitCall(request);
  if (secondsToWait) return createRateLimitError(secondsToWait);

  const { VAPI_ASSISTANT_ID, VAPI_CALL_MACHINE_URL, CALL_MAX_SECONDS } = getEnv();
  const offReason = findCallsOffReason();
  if (offReason === 'not_configured') return { ok: true, body: { configured: false } };
  const refusal = offReason ?? (await findCurrentRefusal(request));
  const body = {
    configured: true,
    // Another call may have ended when the visitor presses Start.
    refusal: refusal === 'calls_busy' ? null : refusal,
    maxSeconds: CALL_MAX_SECONDS,
    assistantId: VAPI_ASSISTANT_ID ?? null,
    callMachineUrl: VAPI_CALL_MACHINE_URL ?? null,
  };
  return { ok: true, body };
}

async function findCurrentRefusal(request: Request) {
  const { VAPI_ASSISTANT_ID } = getEnv();
  const assistant = new URL(request.url).searchParams.get('assistant') ?? VAPI_ASSISTANT_ID;
  // Without an assistant the page itself says that calls are not configured.
  if (assistant === undefined) return null;
  if (parseAssistantId(assistant) === null) return 'unknown_assistant';
  return findCallRefusal(request, assistant, assistant !== VAPI_ASSISTANT_ID);
}
