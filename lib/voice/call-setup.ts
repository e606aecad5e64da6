import type { FailureKind } from '@/lib/content/call-copy';
import type { CallConfig, VoiceClient } from './voice-client';

export type CallSetup =
  { ok: true; config: CallConfig } | { ok: false; kind: FailureKind; detail: string };

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

async function fetchCallConfig(): Promise<CallConfig | null> {
  const response = await fetch('/api/call-config', {
    cache: 'no-store',
    headers: { 'x-requested-with': 'call-widget' },
  });
  if (!response.ok) throw new Error(`call-config answered ${response.status}`);
  const body = (await response.json()) as Record<string, unknown>;
  const publicKey = text(body.publicKey);
  if (body.configured !== true || publicKey === null) return null;
  return {
    publicKey,
    assistantId: text(body.assistantId),
    apiUrl: text(body.apiUrl),
    callMachineUrl: text(body.callMachineUrl),
  };
}

/**
 * Fetches what every call needs: the configuration and the SDK.
 *
 * @param assistantId whom the page wants to call when everything is loaded; the server's default when null
 * @returns the configuration, or `init-failed` when a request failed and `not-configured` when key or assistant is missing
 */
export async function setUpCalls(
  client: VoiceClient,
  assistantId: () => string | null,
): Promise<CallSetup> {
  try {
    const [config] = await Promise.all([fetchCallConfig(), client.load()]);
    if (config && (assistantId() ?? config.assistantId)) return { ok: true, config };
    return { ok: false, kind: 'not-configured', detail: 'no key or no assistant' };
  } catch (error) {
    return { ok: false, kind: 'init-failed', detail: String(error) };
  }
}
