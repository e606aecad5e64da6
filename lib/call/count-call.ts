import { count } from '@/lib/analytics/count';
import { rangeOf } from '@/lib/analytics/scales';
import type { CallState } from './state/call-state';

/** @param pressedAt when Start was pressed, in the time of `performance.now()` */
export function countLive(pressedAt: number): void {
  const seconds = (performance.now() - pressedAt) / 1000;
  count('call_active', rangeOf('start_to_active', seconds));
}

/** Counts the end of a call, if it was live. To be called at once: the visitor may be leaving the page. */
export function countEnd(state: CallState): void {
  if (state.status !== 'ending' || !state.ended) return;
  const { reason, durationSeconds } = state.ended;
  count('call_ended', `${reason}:${rangeOf('call_length', durationSeconds)}`);
}
