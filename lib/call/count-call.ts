import { count } from '@/lib/analytics/count';
import { rangeOf } from '@/lib/analytics/scales';
import type { CallState } from './state/call-state';

/** @param pressedAt when Start was pressed (DOMHighResTimeStamp) */
export function countLive(pressedAt: number): void {
  const seconds = (performance.now() - pressedAt) / 1000;
  count('call_active', rangeOf('start_to_active', seconds));
}

/** Counts the end of a call that was live. Call it synchronously: the page may be closing. */
export function countEnd(state: CallState): void {
  if (state.status !== 'ending' || !state.ended) return;
  const { reason, durationSeconds } = state.ended;
  count('call_ended', `${reason}:${rangeOf('call_length', durationSeconds)}`);
}
