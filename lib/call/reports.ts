import { countEvent } from '@/lib/analytics/count';
import { type EndReason, findStartup } from '@/lib/analytics/events';
import { postJson } from '@/lib/api';
import type { CallFailure, EndedCall } from './types';

/** Our server gets only kind and phase; `detail`, a vendor text, stays in the console. */
export function reportFailure(failure: CallFailure, detail: string, callId: string | null): void {
  // eslint-disable-next-line no-restricted-syntax -- replaced at build time
  if (process.env.NODE_ENV === 'development') {
    // eslint-disable-next-line no-console -- for the developer
    console.info('Call failed', { ...failure, detail, callId });
  }
  const { kind, phase } = failure;
  const report = postJson('/api/call-failure', { kind, stage: phase }, { keepalive: true });
  void report.catch(() => undefined);
}

/** `pressedAt`: epoch ms. */
export function countLiveCall(pressedAt: number): void {
  countEvent('call_active', findStartup((Date.now() - pressedAt) / 1000));
}

/** Call it synchronously: the page may be closing. */
export const countCallEnd = ({ reason }: EndedCall): void => countEvent('call_ended', reason);

export function reportOutcome(
  ticket: string,
  outcome: { seconds: number; reason: EndReason } | { rating: number },
): void {
  const report = postJson('/api/call/outcome', { ticket, ...outcome }, { keepalive: true });
  void report.catch(() => undefined);
}
