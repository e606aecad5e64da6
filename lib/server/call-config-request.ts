import 'server-only';
import { type Answer, rateLimited } from './answer';
import { callsClosed, mayCall } from './call-budget';
import { env } from './env';
import { isOwnGet } from './own-origin';
import { limitCall } from './rate-limit';

/**
 * Answers `GET /api/call-config` with what the call widget needs, read at run time so that one build serves any
 * environment: whether calls may go, and how long they may last. `?assistant=` names the page's own assistant.
 */
export async function handleCallConfig(request: Request): Promise<Answer> {
  if (!isOwnGet(request)) return { ok: false, error: 'forbidden' };
  const seconds = await limitCall(request);
  if (seconds) return rateLimited(seconds);

  const { VAPI_ASSISTANT_ID, VAPI_CALL_MACHINE_URL, CALL_MAX_SECONDS } = env();
  const closed = callsClosed();
  if (closed === 'not_configured') return { ok: true, body: { configured: false } };
  const assistant = new URL(request.url).searchParams.get('assistant') ?? VAPI_ASSISTANT_ID;
  const refusal = closed ?? (await mayCall(request, assistant !== VAPI_ASSISTANT_ID));
  const body = {
    configured: true,
    // A place may be free again when the visitor presses Start.
    refusal: refusal === 'calls_busy' ? null : refusal,
    maxSeconds: CALL_MAX_SECONDS,
    assistantId: VAPI_ASSISTANT_ID ?? null,
    callMachineUrl: VAPI_CALL_MACHINE_URL ?? null,
  };
  return { ok: true, body };
}
