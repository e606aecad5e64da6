import type { CallCopy } from '../content/call-copy';
import type { CallFailure } from './call-errors';
import type { CallState } from './call-state';

function failureText(failure: CallFailure, copy: CallCopy): string {
  return `${copy.errorTitle}: ${copy.failures[failure.kind].message}`;
}

type Active = Extract<CallState, { status: 'active' }>;

function announceWithin(before: Active, now: Active, copy: CallCopy): string | null {
  if (before.muted !== now.muted) return now.muted ? copy.mutedNow : copy.unmutedNow;
  if (before.connection !== now.connection) {
    return now.connection === 'interrupted' ? copy.interrupted : copy.recovered;
  }
  if (before.playback !== now.playback && now.playback === 'blocked') return copy.playbackBlocked;
  if (!before.unheard && now.unheard) return copy.unheard;
  return null;
}

/**
 * The one message that assistive technology gets for a change of state.
 *
 * @returns null for changes that are not worth interrupting anybody for
 */
export function announce(before: CallState, now: CallState, copy: CallCopy): string | null {
  switch (now.status) {
    case 'connecting':
      if (before.status !== 'connecting') return copy.connecting;
      return before.playback !== now.playback && now.playback === 'blocked'
        ? copy.playbackBlocked
        : null;
    case 'active':
      return before.status === 'active' ? announceWithin(before, now, copy) : copy.active;
    case 'unusable':
      return before.status === 'unusable' ? null : failureText(now.failure, copy);
    case 'idle':
      if (before.status !== 'ending') return null;
      if (now.failure) return failureText(now.failure, copy);
      return now.ended ? copy.ended : copy.ready;
    default:
      return null;
  }
}
