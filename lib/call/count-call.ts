import { countEvent } from '@/lib/analytics/count';
import { findBucket } from '@/lib/analytics/histograms';
import type { CallState } from './session/call-state';

/** Counts a call that is live. `pressedAt` is when Start was pressed (epoch ms). */
export function countLiveCall(pressedAt: number): void {
  const seconds = (Date.now() - pressedAt) / 1000;
  countEvent('call_active', findBucket('start_to_active', seconds));
}

/** Counts the end of a call that was live. Call it synchronously: the page may be closing. */
export function countCallEnd(state: CallState): void {
  if (state.status !== 'ending' || !state.ended) return;
  const { reason, durationSeconds } = state.ended;
  countEvent('call_ended', `${reason}:${findBucket('call_length', durationSeconds)}`);
}
