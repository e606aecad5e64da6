import type { Vapi } from '@vapi-ai/server-sdk';
import type { FinishedCall } from './calls';

const DOLLARS_PER_MINUTE = 0.05;
const DEADLINE_MS = 5000;

export type Webhook = { url: string; secret?: string | undefined };

/** The published type lacks the duration that the hosted service sends. */
type Report = Vapi.ServerMessageEndOfCallReport & { durationSeconds: number };

function buildReport(ended: FinishedCall): Report {
  const { maxSeconds, credential, headers, ...call } = ended;
  const { startedAt, endedAt, endedReason } = call;
  const durationSeconds = (Date.parse(endedAt) - Date.parse(startedAt ?? endedAt)) / 1000;
  return {
    type: 'end-of-call-report',
    call,
    endedReason,
    startedAt,
    endedAt,
    durationSeconds,
    cost: Number(((durationSeconds / 60) * DOLLARS_PER_MINUTE).toFixed(4)),
    artifact: {},
    analysis: {},
  };
}

/** Posts a call's end-of-call report once, without retries, as the hosted service does. */
export async function reportEnd(
  { url, secret }: Webhook,
  call: FinishedCall,
  signal: AbortSignal,
): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    ...(secret && { 'x-vapi-secret': secret }),
  };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ message: buildReport(call) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    if (!response.ok)
      console.log(`The report of a call's end was answered with ${response.status}`);
  } catch (error) {
    if (!signal.aborted) console.log(`The report of a call's end did not arrive: ${String(error)}`);
  }
}
