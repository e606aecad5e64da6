import type { ErrorCode } from '@/lib/api';

export type FailureAction = 'retry' | 'copy-link' | 'open-secure';

export interface FailureTraits {
  /** Of the button; null if the visitor can do nothing about the failure. */
  action: FailureAction | null;
  /** Whether a call in typed words is offered. */
  typing: boolean;
  /** Whether a browser's reports can raise an alert: for faults of ours or of a service. */
  alerts: boolean;
  /** Whether it passes by itself: our server is asked again. */
  passes?: true;
}

const microphone = { action: 'retry', typing: true, alerts: false } as const;
const fault = { action: 'retry', typing: false, alerts: true } as const;

/** Every failure that a visitor can see (docs/behaviour.md, section 8), and what follows of it. */
export const FAILURES = {
  'not-configured': { action: null, typing: false, alerts: false },
  'init-failed': fault,
  'start-failed': fault,
  unknown: fault,
  'microphone-denied': microphone,
  'microphone-denied-by-system': microphone,
  'microphone-dismissed': microphone,
  'microphone-missing': microphone,
  'microphone-busy': microphone,
  'insecure-context': { action: 'open-secure', typing: false, alerts: false },
  'in-app-browser': { action: 'copy-link', typing: false, alerts: false },
  'unsupported-browser': { action: 'copy-link', typing: false, alerts: false },
  'key-rejected': { action: null, typing: false, alerts: true },
  'assistant-unknown': { action: null, typing: false, alerts: true },
  'quota-exhausted': { action: null, typing: false, alerts: true },
  // The server counts those of the provider.
  'service-busy': { action: 'retry', typing: false, alerts: false },
  'calls-spent': { action: null, typing: false, alerts: false, passes: true },
  'calls-off': { action: null, typing: false, alerts: false, passes: true },
  'service-unreachable': fault,
  'service-failed': fault,
  'script-blocked': fault,
  'call-refused': fault,
  'no-answer': fault,
  'connection-lost': fault,
  'assistant-failed': fault,
} as const satisfies Record<string, FailureTraits>;

export type FailureKind = keyof typeof FAILURES;
export const FAILURE_KINDS = Object.keys(FAILURES) as FailureKind[];

/** The codes with which our server refuses a call. */
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
} as const satisfies Partial<Record<ErrorCode, FailureKind>>;

export type CallRefusal = keyof typeof CALL_REFUSALS;

/** Undefined if no call is refused with this code. */
export function findFailureKind(error: unknown): FailureKind | undefined {
  return typeof error === 'string' && Object.hasOwn(CALL_REFUSALS, error)
    ? CALL_REFUSALS[error as CallRefusal]
    : undefined;
}

/** Why no call can be made. The message is a vendor's text, for the console only. */
export class CallError extends Error {
  constructor(
    readonly kind: FailureKind,
    detail: string,
  ) {
    super(detail);
  }
}
