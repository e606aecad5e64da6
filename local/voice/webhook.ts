import type { Vapi } from '@vapi-ai/server-sdk';
import type { EndedCall } from './calls';

const dollarsPerMinute = 0.05;
const deadlineMs = 5000;

export type Webhook = { url: string; secret?: string | undefined };

/** The report as it is published, and the length that the hosted service sends with it. */
type Report = Vapi.ServerMessageEndOfCallReport & { durationSeconds: number };

function reportOf(ended: EndedCall): Report {
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
    cost: Number(((durationSeconds / 60) * dollarsPerMinute).toFixed(4)),
    artifact: {},
    analysis: {},
  };
}

/**
 * Posts the end-of-call report of a call, as the hosted service does: once, whether it arrives or not.
 *
 * @param signal gives up sooner than the deadline of 5 s
 */
export async function reportEnd(
  { url, secret }: Webhook,
  call: EndedCall,
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
      body: JSON.stringify({ message: reportOf(call) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
    if (!response.ok)
      console.log(`The report of a call's end was answered with ${response.status}`);
  } catch (error) {
    if (!signal.aborted) console.log(`The report of a call's end did not arrive: ${String(error)}`);
  }
}
