import 'server-only';
import type { FailureKind } from '@/lib/call/failures';
import { countReportedFailure } from '@/lib/server/error-reports/failure-burst';

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

/** Counts for an alert that a browser reports a failed call, unless the failure is expected. */
export function countReportedCallFailure(kind: FailureKind, request: Request): void {
  if (!EXPECTED_FAILURES.has(kind)) countReportedFailure('calls-failing', kind, request);
}
