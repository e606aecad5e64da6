import 'server-only';
import type { FailureKind } from '@/lib/content/call-copy';
import { countFailure } from '@/lib/server/notify/failure-burst';

/** Caused by the visitor's device, by settings or by budgets: not worth an alert. */
const EXPECTED_FAILURES: ReadonlySet<FailureKind> = new Set([
  'microphone-denied',
  'microphone-dismissed',
  'microphone-missing',
  'microphone-busy',
  'insecure-context',
  'in-app-browser',
  'unsupported-browser',
  'not-configured',
  'calls-spent',
  'calls-off',
]);

/** Counts a failed call for an alert, unless the failure is expected. */
export function countFailureForAlert(kind: FailureKind): void {
  if (!EXPECTED_FAILURES.has(kind)) countFailure('calls-failing', kind);
}
