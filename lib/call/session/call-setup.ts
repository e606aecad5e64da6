import type { FailureKind } from '@/lib/content/call-copy';
import type { CallConfigResponse, Unchecked } from '@/lib/api/responses';
import { findFailureKind } from '@/lib/call/refusals';
import type { CallConfig, VoiceClient } from '@/lib/call/sdk/voice-client';

export type CallSetup =
  { ok: true; config: CallConfig } | { ok: false; kind: FailureKind; detail: string };

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

type CallConfigJson = Unchecked<CallConfigResponse>;

/** Calls may have been switched off or used up since an older response. */
const MAX_RESPONSE_AGE_MS = 60_000;

async function fetchConfigJson(assistantId: string | null): Promise<CallConfigJson> {
  const query = assistantId ? `?${new URLSearchParams({ assistant: assistantId })}` : '';
  const url = `/api/call-config${query}`;
  const earlyResponse = window.callConfig;
  // Use the early response only once, so that a retry sends a new request.
  window.callConfig = undefined;
  if (earlyResponse?.url === url && Date.now() - earlyResponse.at < MAX_RESPONSE_AGE_MS)
    return earlyResponse.body;
  const response = await fetch(url, {
    cache: 'no-store',
    headers: { 'x-requested-with': 'call-widget' },
  });
  if (!response.ok) throw new Error(`call-config answered ${response.status}`);
  return (await response.json()) as CallConfigJson;
}

function readConfig(json: CallConfigJson): CallConfig | null {
  const { configured, maxSeconds } = json;
  if (configured !== true || typeof maxSeconds !== 'number') return null;
  return {
    assistantId: readText(json.assistantId),
    callMachineUrl: readText(json.callMachineUrl),
    maxSeconds,
  };
}

/** Loads the configuration and the SDK, or says why there can be no call. */
export async function setUpCalls(
  client: VoiceClient,
  getAssistantId: () => string | null,
): Promise<CallSetup> {
  try {
    const [json] = await Promise.all([fetchConfigJson(getAssistantId()), client.load()]);
    const config = readConfig(json);
    // The page may have set another assistant during the request.
    if (!config || !(getAssistantId() ?? config.assistantId)) {
      return { ok: false, kind: 'not-configured', detail: 'no settings or no assistant' };
    }
    const { refusal } = json;
    if (refusal === null) return { ok: true, config };
    const kind = findFailureKind(refusal) ?? 'start-failed';
    return { ok: false, kind, detail: `refused: ${String(refusal)}` };
  } catch (error) {
    return { ok: false, kind: 'init-failed', detail: String(error) };
  }
}
