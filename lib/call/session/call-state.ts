import { FAILURES, type FailureTraits } from '@/lib/call/failures';
import type { CallFailure, EndedCall, InputKind, LiveFacts, StateEvent } from '@/lib/call/types';

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
      playback: LiveFacts['playback'];
    }
  | ({
      status: 'live';
      input: InputKind;
      /** Epoch ms, as `endsAt`. */
      startedAt: number;
      endsAt: number;
    } & LiveFacts)
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

const initialFacts: LiveFacts = {
  lastMinute: false,
  muted: false,
  typing: false,
  microphone: 'open',
  paused: false,
  loudspeakerReplaced: false,
  activity: 'listening',
  connection: 'steady',
  playback: 'playing',
  unheard: false,
  echo: 'never',
};

function reduceConnecting(state: CallStateOf<'connecting'>, action: CallAction): CallState {
  const { input, playback } = state;
  switch (action.type) {
    case 'dialling':
      return update(state, { phase: 'dialling' });
    case 'changed':
      return update(state, { playback: action.facts.playback ?? playback });
    case 'live': {
      const { startedAt, endsAt } = action;
      return { ...initialFacts, status: 'live', input, startedAt, endsAt, playback };
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
      if (state.status === 'connecting') return reduceConnecting(state, action);
      return action.type === 'changed' ? update(state, action.facts) : state;
    case 'ending':
      return action.type === 'released' ? { ...state, status: 'idle' } : state;
  }
}
