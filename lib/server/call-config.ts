import 'server-only';
import { env } from './env';
import { log } from './log';
import { isOwnOrigin } from './own-origin';

let named = false;

function nameMissing(settings: Readonly<Record<string, string | undefined>>) {
  const missing = Object.keys(settings).filter((name) => !settings[name]);
  if (missing.length === 0 || named) return;
  named = true;
  log.warn({ missing: missing.join(', ') }, 'voice calls are not fully configured');
}

/**
 * What the call widget needs to dial, read at run time so that one build serves any environment.
 * Nothing in it is secret: the public key is made for browsers. Short-lived, scoped tokens would take
 * its place here and nowhere else.
 */
export function callConfig() {
  const { VAPI_PUBLIC_KEY, VAPI_ASSISTANT_ID, VAPI_API_URL, VAPI_CALL_MACHINE_URL } = env();
  nameMissing({ VAPI_PUBLIC_KEY, VAPI_ASSISTANT_ID });
  if (!VAPI_PUBLIC_KEY) return { configured: false } as const;
  return {
    configured: true,
    publicKey: VAPI_PUBLIC_KEY,
    assistantId: VAPI_ASSISTANT_ID ?? null,
    apiUrl: VAPI_API_URL ?? null,
    callMachineUrl: VAPI_CALL_MACHINE_URL ?? null,
  } as const;
}

/**
 * True for a GET that one of our own pages made. A same-origin GET carries no Origin, and older
 * browsers no Sec-Fetch-Site: for those, our own header counts, which no foreign page can send
 * without asking first.
 */
export function isOwnGet(request: Request): boolean {
  const { headers } = request;
  if (headers.has('sec-fetch-site') || headers.has('origin')) return isOwnOrigin(request);
  return headers.get('x-requested-with') === 'call-widget';
}
