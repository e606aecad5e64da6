import { FAILURES, type FailureTraits } from '@/lib/call/failures';
import type {
  AssistantActivity,
  CallFailure,
  EndedCall,
  InputKind,
  MicrophoneState,
  StateEvent,
} from '@/lib/call/types';

type Playback = Extract<StateEvent, { type: 'playback' }>['playback'];
type Connection = Extract<StateEvent, { type: 'connection' }>['connection'];

/** A press on Start, which is kept while calls are set up. */
export interface Press {
  input: InputKind;
  /** Epoch ms. */
  at: number;
}

/** The states of the call widget (docs/behaviour.md, section 4). */
export type CallState =
  | { status: 'initialising'; press: Press | null }
  | { status: 'unusable'; failure: CallFailure }
  | { status: 'idle'; failure: CallFailure | null; ended: EndedCall | null }
  | {
      status: 'connecting';
      input: InputKind;
      phase: 'microphone' | 'dialling';
      playback: Playback;
    }
  | {
      status: 'live';
      input: InputKind;
      /** Epoch ms, as `endsAt`. */
      startedAt: number;
      endsAt: number;
      lastMinute: boolean;
      muted: boolean;
      typing: boolean;
      microphone: MicrophoneState;
      paused: boolean;
      loudspeakerReplaced: boolean;
      activity: AssistantActivity;
      connection: Connection;
      playback: Playback;
      unheard: boolean;
    }
  | { status: 'ending'; failure: CallFailure | null; ended: EndedCall | null };

export type CallStateOf<Status extends CallState['status']> = Extract<
  CallState,
  { status: Status }
>;

export type CallAction =
  /** Also again, after a failure. */
  | { type: 'ready' }
  | { type: 'press'; press: Press | null }
  | { type: 'unusable'; failure: CallFailure }
  | { type: 'reload' }
  | { type: 'start'; input: InputKind }
  | StateEvent;

export const initialCallState: CallState = { status: 'initialising', press: null };

/** Whether the failure that is shown may pass by itself. */
export function mayPass(state: CallState): boolean {
  if (!('failure' in state) || !state.failure) return false;
  const { passes }: FailureTraits = FAILURES[state.failure.kind];
  return passes ?? false;
}

/** Returns the same state if nothing changes, so that no listener is notified. */
function update<State extends CallState>(state: State, changes: Partial<State>): State {
  const keys = Object.keys(changes) as (keyof State)[];
  return keys.every((key) => state[key] === changes[key]) ? state : { ...state, ...changes };
}

function reduceConnecting(state: CallStateOf<'connecting'>, action: CallAction): CallState {
  switch (action.type) {
    case 'dialling':
      return update(state, { phase: 'dialling' });
    case 'playback':
      return update(state, { playback: action.playback });
    case 'live':
      return {
        status: 'live',
        input: state.input,
        startedAt: action.startedAt,
        endsAt: action.endsAt,
        lastMinute: false,
        muted: false,
        typing: false,
        microphone: 'open',
        paused: false,
        loudspeakerReplaced: false,
        activity: 'listening',
        connection: 'steady',
        playback: state.playback,
        unheard: false,
      };
    default:
      return state;
  }
}

function reduceLive(state: CallStateOf<'live'>, action: CallAction): CallState {
  switch (action.type) {
    case 'muted':
    case 'typing':
    case 'microphone':
    case 'loudspeaker':
    case 'last-minute':
    case 'activity':
    case 'connection':
    case 'playback':
    case 'unheard': {
      const { type, ...changes } = action;
      return update(state, changes);
    }
    default:
      return state;
  }
}

export function reduceCall(state: CallState, action: CallAction): CallState {
  const isResting = state.status === 'idle' || state.status === 'ending';
  if (action.type === 'ready' && isResting && state.failure) return { ...state, failure: null };
  switch (state.status) {
    case 'initialising':
      if (action.type === 'ready') return { status: 'idle', failure: null, ended: null };
      if (action.type === 'unusable') return { status: 'unusable', failure: action.failure };
      return action.type === 'press' ? update(state, { press: action.press }) : state;
    case 'unusable':
      if (action.type === 'ready') return { status: 'idle', failure: null, ended: null };
      return action.type === 'reload' ? initialCallState : state;
    case 'idle': {
      if (action.type !== 'start') return state;
      const phase = action.input === 'voice' ? 'microphone' : 'dialling';
      return { status: 'connecting', input: action.input, phase, playback: 'playing' };
    }
    case 'connecting':
    case 'live':
      if (action.type === 'over')
        return { status: 'ending', failure: action.failure, ended: action.ended };
      return state.status === 'live' ? reduceLive(state, action) : reduceConnecting(state, action);
    case 'ending':
      return action.type === 'released' ? { ...state, status: 'idle' } : state;
  }
}
