import type { ErrorCode } from '@/lib/api/errors';
import type { FailureKind } from '@/lib/content/call-copy';

/** Why our server refuses a ticket or a call: `error` in its answer, and what the visitor is told of it. */
export const callRefusals = {
  not_configured: 'not-configured',
  unknown_assistant: 'assistant-unknown',
  /** The budget of the visitor's network or of the whole day is spent. */
  calls_spent: 'calls-spent',
  /** The limit of concurrent calls is reached. */
  calls_busy: 'service-busy',
  calls_off: 'calls-off',
  /** Forged, expired, used before or for another assistant. */
  ticket_refused: 'start-failed',
  provider_rejected: 'key-rejected',
  provider_quota: 'quota-exhausted',
  provider_failed: 'service-failed',
  forbidden: 'start-failed',
  rate_limited: 'service-busy',
  unavailable: 'service-failed',
} as const satisfies Partial<Record<ErrorCode, FailureKind>>;

export type CallRefusal = keyof typeof callRefusals;

/** What the visitor is told when our server's answer has this `error`; undefined for any other value. */
export function kindOfRefusal(error: unknown): FailureKind | undefined {
  return typeof error === 'string' && Object.hasOwn(callRefusals, error)
    ? callRefusals[error as CallRefusal]
    : undefined;
}
