import type { FailureKind } from '@/lib/content/call-copy';
import type { CallConfigResponse, Unchecked } from '@/lib/api/responses';
import { kindOfRefusal } from './call-refusals';
import type { CallConfig, VoiceClient } from '../sdk/voice-client';

export type CallSetup =
  { ok: true; config: CallConfig } | { ok: false; kind: FailureKind; detail: string };

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

type Answer = Unchecked<CallConfigResponse>;

/** In milliseconds. An older answer may be wrong: calls may have been switched off, or all taken. */
const FRESH_MS = 60_000;

async function fetchAnswer(assistantId: string | null): Promise<Answer> {
  const query = assistantId ? `?${new URLSearchParams({ assistant: assistantId })}` : '';
  const url = `/api/call-config${query}`;
  const early = window.callConfig;
  // For the first call only: whoever tries again wants to know anew.
  window.callConfig = undefined;
  if (early?.url === url && Date.now() - early.at < FRESH_MS) return early.answer;
  const response = await fetch(url, {
    cache: 'no-store',
    headers: { 'x-requested-with': 'call-widget' },
  });
  if (!response.ok) throw new Error(`call-config answered ${response.status}`);
  return (await response.json()) as Answer;
}

function readConfig(answer: Answer): CallConfig | null {
  const { configured, maxSeconds } = answer;
  if (configured !== true || typeof maxSeconds !== 'number') return null;
  return {
    assistantId: text(answer.assistantId),
    callMachineUrl: text(answer.callMachineUrl),
    maxSeconds,
  };
}

/**
 * Fetches what every call needs: the configuration and the SDK.
 *
 * @param assistantId whom the page wants to call when everything is loaded; the server's default when null
 * @returns the configuration, or why there can be no call now: `init-failed` when a request failed, `not-configured` when
 *   the server's settings or the assistant are missing, else why the server refuses calls
 */
export async function setUpCalls(
  client: VoiceClient,
  assistantId: () => string | null,
): Promise<CallSetup> {
  try {
    const [answer] = await Promise.all([fetchAnswer(assistantId()), client.load()]);
    const config = readConfig(answer);
    if (!config || !(assistantId() ?? config.assistantId)) {
      return { ok: false, kind: 'not-configured', detail: 'no settings or no assistant' };
    }
    const { refusal } = answer;
    if (refusal === null) return { ok: true, config };
    const kind = kindOfRefusal(refusal) ?? 'start-failed';
    return { ok: false, kind, detail: `refused: ${String(refusal)}` };
  } catch (error) {
    return { ok: false, kind: 'init-failed', detail: String(error) };
  }
}
