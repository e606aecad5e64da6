import { countEvent } from '@/lib/analytics/count';
import { type EndReason, findStartup } from '@/lib/analytics/events';
import { postJson } from '@/lib/api';
import type { CallFailure, EndedCall } from './types';

/**
 * Reports only kind and phase to our server; `detail`, a vendor text, stays in the console. The
 * report's field for the phase is called `stage`, as in the server's log lines.
 */
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

/** Counts a call that is live. `pressedAt` is when Start was pressed (epoch ms). */
export function countLiveCall(pressedAt: number): void {
  countEvent('call_active', findStartup((Date.now() - pressedAt) / 1000));
}

/** Counts the end of a call that was live. Call it synchronously: the page may be closing. */
export const countCallEnd = ({ reason }: EndedCall): void => countEvent('call_ended', reason);

/** Tells our server how a prospect's call, which the ticket names, ended or was rated. */
export function reportOutcome(
  ticket: string,
  outcome: { seconds: number; reason: EndReason } | { rating: number },
): void {
  const report = postJson('/api/call/outcome', { ticket, ...outcome }, { keepalive: true });
  void report.catch(() => undefined);
}
