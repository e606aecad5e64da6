import 'server-only';
import { type FailureKind, FAILURES } from '@/lib/call/failures';
import { CALL_REFUSALS, type CallRefusal } from '@/lib/call/refusals';
import { countFailure, countReportedFailure } from '@/lib/server/error-reports/failure-burst';

/** Counts for an alert that a browser reports a failed call, if its kind raises alerts. */
export function countReportedCallFailure(kind: FailureKind, request: Request): void {
  if (FAILURES[kind].alerts) countReportedFailure('calls-failing', kind, request);
}

/** Counts for an alert that the provider has refused a call, if that failure raises alerts. */
export function countRefusedCall(refusal: CallRefusal): void {
  const kind = CALL_REFUSALS[refusal];
  if (FAILURES[kind].alerts) countFailure('calls-failing', kind);
}
