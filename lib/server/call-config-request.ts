import 'server-only';
import { type Answer, rateLimited } from './answer';
import { env } from './env';
import { log } from './log';
import { isOwnGet } from './own-origin';
import { limitCall } from './rate-limit';

/**
 * Answers `GET /api/call-config` with what the call widget needs to dial, read at run time so that one build serves
 * any environment. Nothing in it is secret: the public key is made for browsers.
 */
export async function handleCallConfig(request: Request): Promise<Answer> {
  if (!isOwnGet(request)) return { ok: false, error: 'forbidden' };
  const seconds = await limitCall(request);
  if (seconds) return rateLimited(seconds);

  const { VAPI_PUBLIC_KEY, VAPI_ASSISTANT_ID, VAPI_API_URL, VAPI_CALL_MACHINE_URL } = env();
  warnOnce({ VAPI_PUBLIC_KEY, VAPI_ASSISTANT_ID });
  if (!VAPI_PUBLIC_KEY) return { ok: true, body: { configured: false } };
  const body = {
    configured: true,
    publicKey: VAPI_PUBLIC_KEY,
    assistantId: VAPI_ASSISTANT_ID ?? null,
    apiUrl: VAPI_API_URL ?? null,
    callMachineUrl: VAPI_CALL_MACHINE_URL ?? null,
  };
  return { ok: true, body };
}

let warned = false;

/** Logs the names of the settings that are not set, once per process. */
function warnOnce(settings: Readonly<Record<string, string | undefined>>): void {
  const missing = Object.keys(settings).filter((name) => !settings[name]);
  if (missing.length === 0 || warned) return;
  warned = true;
  log.warn({ missing: missing.join(', ') }, 'voice calls are not fully configured');
}
