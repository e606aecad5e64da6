import type { Vapi } from '@vapi-ai/server-sdk';
import type { EndReason } from '@/lib/analytics/events';
import type { FailureKind } from './failures';

export interface EndReading {
  reason: EndReason;
  /** Only if the reason is `failed`. */
  failure?: FailureKind | undefined;
}

const fail = (failure: FailureKind): EndReading => ({ reason: 'failed', failure });

const KNOWN: { [Reason in Vapi.CallEndedReason]?: EndReading } = {
  'customer-ended-call': { reason: 'visitor' },
  'silence-timed-out': { reason: 'silence' },
  'exceeded-max-duration': { reason: 'time-limit' },
  'customer-did-not-give-microphone-permission': fail('microphone-denied'),
  'assistant-not-found': fail('assistant-unknown'),
  'assistant-not-valid': fail('assistant-unknown'),
};

/** Reads why the provider has ended a call, for the browser and for its report to our server. */
export function readEndedReason(endedReason: string | undefined, fallback: EndReason): EndReading {
  if (endedReason === undefined) return { reason: fallback };
  if (Object.hasOwn(KNOWN, endedReason)) return KNOWN[endedReason as Vapi.CallEndedReason]!;
  if (/quota|credit|concurrency/.test(endedReason)) return fail('quota-exhausted');
  if (/error|fault|failed|join-timed-out|shutdown/.test(endedReason))
    return fail('assistant-failed');
  return { reason: 'assistant' };
}
