import type { EndedCall } from './calls';

const dollarsPerMinute = 0.05;
const deadlineMs = 5000;

export type Webhook = { url: string; secret?: string | undefined };

/**
 * Posts the end-of-call report of a call, as the hosted service does: once, whether it arrives or not.
 *
 * @param signal gives up sooner than the deadline of 5 s
 */
export async function reportEnd(
  { url, secret }: Webhook,
  { call, endedReason, durationSeconds }: EndedCall,
  signal: AbortSignal,
): Promise<void> {
  const { id, assistantId, assistantOverrides } = call;
  const message = {
    type: 'end-of-call-report',
    call: { id, assistantId, assistantOverrides },
    endedReason,
    durationSeconds,
    cost: Number(((durationSeconds / 60) * dollarsPerMinute).toFixed(4)),
  };
  const headers = {
    'content-type': 'application/json',
    ...(secret && { 'x-vapi-secret': secret }),
  };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ message }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
    if (!response.ok)
      console.log(`The report of a call's end was answered with ${response.status}`);
  } catch (error) {
    if (!signal.aborted) console.log(`The report of a call's end did not arrive: ${String(error)}`);
  }
}
