import type { ErrorCode } from '@/lib/api';
import type { FailureKind } from './failures';

/** The codes with which no call is refused. */
type OtherErrorCode =
  | 'duplicate'
  | 'internal'
  | 'invalid'
  | 'malformed'
  | 'method'
  | 'too_large'
  | 'unauthorised'
  | 'unsupported';

export const CALL_REFUSALS = {
  not_configured: 'not-configured',
  unknown_assistant: 'assistant-unknown',
  calls_spent: 'calls-spent',
  calls_busy: 'service-busy',
  calls_off: 'calls-off',
  call_refused: 'start-failed',
  provider_rejected: 'key-rejected',
  provider_quota: 'quota-exhausted',
  provider_failed: 'service-failed',
  forbidden: 'start-failed',
  rate_limited: 'service-busy',
  unavailable: 'service-failed',
} as const satisfies Record<Exclude<ErrorCode, OtherErrorCode>, FailureKind>;

export type CallRefusal = keyof typeof CALL_REFUSALS;

/** Undefined if no call is refused with this code. */
export function findFailureKind(error: unknown): FailureKind | undefined {
  return typeof error === 'string' && Object.hasOwn(CALL_REFUSALS, error)
    ? CALL_REFUSALS[error as CallRefusal]
    : undefined;
}
