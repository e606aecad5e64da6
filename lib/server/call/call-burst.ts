import 'server-only';
import type { FailureKind } from '@/lib/content/call-copy';
import { countFailure } from '../notify/failure-burst';

/** Matters of the visitor's own device, and of settings and budgets, which are known. */
const EXPECTED: ReadonlySet<FailureKind> = new Set([
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

/** Counts a failed call for an alert, unless the fault is none of ours. */
export function countForAlert(kind: FailureKind): void {
  if (!EXPECTED.has(kind)) countFailure('calls-failing', kind);
}
