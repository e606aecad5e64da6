import type { EndReason } from '@/lib/analytics/events';
import type {
  CallEvent,
  CallFailure,
  ConnectingPhase,
  EndedCall,
  InputKind,
  MicrophoneState,
  AssistantActivity,
} from '@/lib/call/types';

type Playback = Extract<CallEvent, { type: 'playback' }>['playback'];
type Connection = Extract<CallEvent, { type: 'connection' }>['connection'];

/** The states of the call widget (docs/behaviour.md, section 4). */
export type CallState =
  | { status: 'initialising'; startRequested: boolean }
  | { status: 'unusable'; failure: CallFailure }
  | { status: 'idle'; failure: CallFailure | null; ended: EndedCall | null }
  | {
      status: 'connecting';
      attempt: number;
      input: InputKind;
      phase: ConnectingPhase;
      playback: Playback;
    }
  | {
      status: 'live';
      attempt: number;
      input: InputKind;
      callId: string | null;
      /** Epoch ms, as `endsAt`. */
      startedAt: number;
      endsAt: number;
      lastMinute: boolean;
      muted: boolean;
      microphone: MicrophoneState;
      paused: boolean;
      loudspeakerReplaced: boolean;
      activity: AssistantActivity;
      connection: Connection;
      playback: Playback;
      unheard: boolean;
    }
  | { status: 'ending'; attempt: number; failure: CallFailure | null; ended: EndedCall | null };

export type CallStateOf<Status extends CallState['status']> = Extract<
  CallState,
  { status: Status }
>;

/** Each press on Start is a numbered attempt. `at`: epoch ms. */
type AttemptEvent = CallEvent & { attempt: number; at: number };

export type CallAction =
  | { type: 'ready' }
  | { type: 'start-requested'; isRequested: boolean }
  | { type: 'unusable'; failure: CallFailure }
  | { type: 'reload' }
  | { type: 'start'; attempt: number; input: InputKind }
  | { type: 'microphone-allowed' }
  | AttemptEvent;

export const initialCallState: CallState = { status: 'initialising', startRequested: false };
const idleCallState: CallState = { status: 'idle', failure: null, ended: null };

/** Returns the same state if nothing changes, so that no listener is notified. */
function update<State extends CallState>(state: State, changes: Partial<State>): State {
  const keys = Object.keys(changes) as (keyof State)[];
  return keys.every((key) => state[key] === changes[key]) ? state : { ...state, ...changes };
}

function createEndedCall(
  state: CallState,
  reason: EndReason,
  { at, endedAt = at }: Extract<AttemptEvent, { type: 'ended' | 'failed' }>,
): EndedCall | null {
  if (state.status !== 'live') return null;
  // The clock goes on while the device sleeps, but the call doesn't.
  const seconds = (Math.min(endedAt, state.endsAt) - state.startedAt) / 1000;
  return { callId: state.callId, durationSeconds: Math.max(0, Math.round(seconds)), reason };
}

function reduceEvent(
  state: Extract<CallState, { attempt: number }>,
  event: AttemptEvent,
): CallState {
  if (state.status === 'ending') {
    return event.type === 'released'
      ? { status: 'idle', failure: state.failure, ended: state.ended }
      : state;
  }
  const { attempt } = state;
  switch (event.type) {
    case 'ended': {
      const ended = createEndedCall(state, event.reason, event);
      return { status: 'ending', attempt, failure: null, ended };
    }
    case 'failed': {
      const ended = createEndedCall(state, 'failed', event);
      return { status: 'ending', attempt, failure: event.failure, ended };
    }
    case 'playback':
      return update(state, { playback: event.playback });
  }
  if (state.status === 'connecting') {
    if (event.type === 'phase') return update(state, { phase: event.phase });
    if (event.type !== 'live') return state;
    return {
      status: 'live',
      attempt,
      input: state.input,
      callId: event.callId,
      startedAt: event.at,
      endsAt: event.endsAt,
      lastMinute: false,
      muted: false,
      microphone: 'open',
      paused: false,
      loudspeakerReplaced: false,
      activity: 'listening',
      connection: 'steady',
      playback: state.playback,
      unheard: false,
    };
  }
  switch (event.type) {
    case 'muted':
      return update(state, { muted: event.muted, unheard: state.unheard && !event.muted });
    case 'microphone':
      return update(state, { microphone: event.microphone, paused: event.paused });
    case 'loudspeaker':
      return update(state, { loudspeakerReplaced: event.replaced });
    case 'last-minute':
      return update(state, { lastMinute: true });
    case 'activity':
      return update(state, { activity: event.activity });
    case 'connection':
      return update(state, { connection: event.connection });
    case 'unheard':
      return update(state, { unheard: event.unheard });
    default:
      return state;
  }
}

export function reduceCall(state: CallState, action: CallAction): CallState {
  switch (action.type) {
    case 'ready':
      return state.status === 'initialising' || state.status === 'unusable' ? idleCallState : state;
    case 'start-requested':
      return state.status === 'initialising'
        ? update(state, { startRequested: action.isRequested })
        : state;
    case 'unusable':
      return state.status === 'initialising'
        ? { status: 'unusable', failure: action.failure }
        : state;
    case 'reload':
      return state.status === 'unusable' ? initialCallState : state;
    case 'start':
      return state.status === 'idle'
        ? {
            status: 'connecting',
            attempt: action.attempt,
            input: action.input,
            phase: 'ticket',
            playback: 'playing',
          }
        : state;
    case 'microphone-allowed':
      return (state.status === 'idle' || state.status === 'ending') && state.failure
        ? { ...state, failure: null }
        : state;
    default:
      return 'attempt' in state && state.attempt === action.attempt
        ? reduceEvent(state, action)
        : state;
  }
}
