import { withDeadline } from '@/lib/deadline';
import type { FailureKind } from '@/lib/call/failures';
import type { CallConfigResponse, Unchecked } from '@/lib/api';
import { findFailureKind } from '@/lib/call/refusals';
import type { CallConfig } from '@/lib/call/types';
import { getLoadFailure } from './load-chunk';
import type { VoiceClient } from './voice-client';

const CONFIG_TIMEOUT_MS = 10_000;

export type CallSetup =
  { ok: true; config: CallConfig } | { ok: false; kind: FailureKind; detail: string };

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

type CallConfigJson = Unchecked<CallConfigResponse>;

async function fetchConfigJson(assistantId: string | null): Promise<CallConfigJson> {
  const query = assistantId ? `?${new URLSearchParams({ assistant: assistantId })}` : '';
  const response = await fetch(`/api/call-config${query}`, {
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

/** @throws when the server does not answer in time */
async function checkCalls(getAssistantId: () => string | null): Promise<CallSetup> {
  const json = await withDeadline(fetchConfigJson(getAssistantId()), CONFIG_TIMEOUT_MS);
  const config = readConfig(json);
  // The page may have set another assistant during the request.
  if (!config || !(getAssistantId() ?? config.assistantId)) {
    return { ok: false, kind: 'not-configured', detail: 'no settings or no assistant' };
  }
  const { refusal } = json;
  if (refusal === null) return { ok: true, config };
  const kind = findFailureKind(refusal);
  return { ok: false, kind, detail: `refused: ${String(refusal)}` };
}

export async function setUpCalls(
  client: VoiceClient,
  getAssistantId: () => string | null,
): Promise<CallSetup> {
  try {
    const [setup] = await Promise.all([checkCalls(getAssistantId), client.load()]);
    return setup;
  } catch (error) {
    return { ok: false, kind: getLoadFailure(), detail: String(error) };
  }
}
