import type { CallFailure, EndReason } from './call-errors';

/** Who has the word, as shown. */
export type Turn = 'speaking' | 'listening';

/** The call that just ended. */
export interface EndedCall {
  callId: string | null;
  durationSeconds: number;
  reason: EndReason;
}

/** What the visitor can hear: `blocked` until a tap lets the browser play sound. */
type Playback = 'playing' | 'blocked';

/**
 * The call widget, spec section 4. `attempt` is the token of one press on Start; whatever carries
 * another token is about a call that is already over.
 */
export type CallState =
  | { status: 'initialising'; startRequested: boolean }
  | { status: 'unusable'; failure: CallFailure }
  | { status: 'idle'; failure: CallFailure | null; ended: EndedCall | null }
  | { status: 'connecting'; attempt: number; step: 'microphone' | 'dialling'; playback: Playback }
  | {
      status: 'active';
      attempt: number;
      callId: string | null;
      startedAt: number;
      muted: boolean;
      turn: Turn;
      connection: 'steady' | 'interrupted';
      playback: Playback;
      unheard: boolean;
    }
  | {
      /** The call is over for the visitor, its room and microphone are still being given back. */
      status: 'ending';
      attempt: number;
      failure: CallFailure | null;
      ended: EndedCall | null;
    };

export type CallEvent =
  | { type: 'ready' }
  | { type: 'start-requested' }
  | { type: 'start-withdrawn' }
  | { type: 'unusable'; failure: CallFailure }
  | { type: 'reload' }
  | { type: 'start'; attempt: number }
  | { type: 'dialling'; attempt: number }
  | { type: 'live'; attempt: number; callId: string | null; at: number }
  | { type: 'muted'; attempt: number; muted: boolean }
  | { type: 'turn'; attempt: number; turn: Turn }
  | { type: 'connection'; attempt: number; connection: 'steady' | 'interrupted' }
  | { type: 'playback'; attempt: number; playback: Playback }
  | { type: 'unheard'; attempt: number; unheard: boolean }
  | { type: 'ending'; attempt: number; reason: EndReason; at: number }
  | { type: 'failing'; attempt: number; failure: CallFailure; at: number }
  | { type: 'released'; attempt: number };

export const initialCallState: CallState = { status: 'initialising', startRequested: false };

function endedCall(state: CallState, reason: EndReason, at: number): EndedCall | null {
  if (state.status !== 'active') return null;
  const durationSeconds = Math.max(0, Math.round((at - state.startedAt) / 1000));
  return { callId: state.callId, durationSeconds, reason };
}

function reduceAttempt(
  state: Extract<CallState, { attempt: number }>,
  event: Extract<CallEvent, { attempt: number }>,
): CallState {
  if (event.attempt !== state.attempt) return state;
  if (state.status === 'ending') {
    return event.type === 'released'
      ? { status: 'idle', failure: state.failure, ended: state.ended }
      : state;
  }
  const { attempt } = state;
  if (event.type === 'ending') {
    const ended = endedCall(state, event.reason, event.at);
    return { status: 'ending', attempt, failure: null, ended };
  }
  if (event.type === 'failing') {
    const ended = endedCall(state, 'failed', event.at);
    return { status: 'ending', attempt, failure: event.failure, ended };
  }
  if (event.type === 'playback') {
    return state.playback === event.playback ? state : { ...state, playback: event.playback };
  }
  if (state.status === 'connecting') {
    if (event.type === 'dialling') return { ...state, step: 'dialling' };
    if (event.type !== 'live') return state;
    return {
      status: 'active',
      attempt,
      callId: event.callId,
      startedAt: event.at,
      muted: false,
      turn: 'listening',
      connection: 'steady',
      playback: state.playback,
      unheard: false,
    };
  }
  switch (event.type) {
    case 'muted':
      return { ...state, muted: event.muted, unheard: state.unheard && !event.muted };
    case 'turn':
      return state.turn === event.turn ? state : { ...state, turn: event.turn };
    case 'connection':
      return state.connection === event.connection
        ? state
        : { ...state, connection: event.connection };
    case 'unheard':
      return state.unheard === event.unheard ? state : { ...state, unheard: event.unheard };
    default:
      return state;
  }
}

/**
 * Moves the widget from one state to the next. Pure; an event that has no meaning in the current
 * state, or carries an older attempt's token, changes nothing and returns the same object.
 */
export function reduceCall(state: CallState, event: CallEvent): CallState {
  switch (event.type) {
    case 'ready':
      return state.status === 'initialising'
        ? { status: 'idle', failure: null, ended: null }
        : state;
    case 'start-requested':
      return state.status === 'initialising' && !state.startRequested
        ? { ...state, startRequested: true }
        : state;
    case 'start-withdrawn':
      return state.status === 'initialising' && state.startRequested ? initialCallState : state;
    case 'unusable':
      return state.status === 'initialising'
        ? { status: 'unusable', failure: event.failure }
        : state;
    case 'reload':
      return state.status === 'unusable' ? initialCallState : state;
    case 'start':
      return state.status === 'idle'
        ? { status: 'connecting', attempt: event.attempt, step: 'microphone', playback: 'playing' }
        : state;
    default:
      return 'attempt' in state ? reduceAttempt(state, event) : state;
  }
}
