import 'server-only';
import type { FailureKind } from '@/lib/content/call-copy';
import { alertSoon, sendDueAlerts } from './alerts';
import { log } from './log';
import { database } from './supabase';

const BURST = 5;
const WITHIN_MS = 10 * 60_000;

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

let recent: { kind: FailureKind; at: number }[] = [];

/**
 * Counts a failed call; five within ten minutes are told of, once an hour whatever follows. The alert is written after the
 * answer, and one that cannot be written is lost.
 */
export function countForAlert(kind: FailureKind): void {
  if (EXPECTED.has(kind)) return;
  const now = Date.now();
  recent = [...recent.filter(({ at }) => at > now - WITHIN_MS), { kind, at: now }];
  if (recent.length < BURST) return;
  const kinds = [...new Set(recent.map((failure) => failure.kind))].join(', ');
  recent = [];
  alertSoon(() => tellOf(kinds, new Date(now).toISOString()));
}

async function tellOf(kinds: string, at: string): Promise<void> {
  const dedupe = `calls-failing ${at.slice(0, 'yyyy-mm-ddThh'.length)}`;
  const alert = { kind: 'calls-failing', subject: null, dedupe } as const;
  const { error, status } = await database()
    .rpc('write_alert', { ...alert, facts: { count: BURST, kinds } })
    .setHeader('Idempotency-Key', dedupe);
  if (error) log.warn({ code: error.code, status }, 'alert not written');
  await sendDueAlerts();
}
