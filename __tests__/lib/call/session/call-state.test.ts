/** @jest-environment node */
import type { CallEvent } from '@/lib/call/types';
import {
  initialCallState,
  reduceCall,
  type CallAction,
  type CallState,
} from '@/lib/call/session/call-state';

function reduceActions(...actions: CallAction[]): CallState {
  return actions.reduce(reduceCall, initialCallState);
}
const failure = { kind: 'no-answer', phase: 'waiting' } as const;
const failed: CallEvent = { type: 'over', failure, detail: 'vendor words', ended: null };
const ended = { durationSeconds: 65, reason: 'visitor' } as const;
const over: CallEvent = { type: 'over', failure: null, detail: '', ended };
const released: CallEvent = { type: 'released' };
const blocked: CallEvent = { type: 'playback', playback: 'blocked' };
const interrupted: CallEvent = { type: 'connection', connection: 'interrupted' };
const unheard: CallEvent = { type: 'unheard', unheard: true };
const createStart = (input: 'voice' | 'text' = 'voice'): CallAction => ({ type: 'start', input });
const requestStart: CallAction = { type: 'start-requested', isRequested: true };
const withdrawStart: CallAction = { type: 'start-requested', isRequested: false };
const connecting: CallAction[] = [{ type: 'ready' }, createStart()];
const live: CallAction[] = [
  ...connecting,
  { type: 'dialling' },
  { type: 'live', startedAt: 1_000, endsAt: 300_000 },
];
const idle = { status: 'idle', failure: null, ended: null };

it('is idle with the length of the call once everything is released', () => {
  const ending = reduceActions(...live, over);
  expect(ending).toEqual({ status: 'ending', failure: null, ended });
  expect(reduceCall(ending, released)).toEqual({ ...idle, ended });
});

it('shows a failed start in idle, without an ended call, until the next call', () => {
  const state = reduceActions(...connecting, failed, released);
  expect(state).toEqual({ status: 'idle', failure, ended: null });
  expect(reduceCall(state, createStart())).not.toHaveProperty('failure');
});

it.each<[CallState, CallAction]>([
  [reduceActions(requestStart), requestStart],
  [reduceActions(...connecting, { type: 'dialling' }), { type: 'dialling' }],
  [reduceActions(...live), { type: 'activity', activity: 'listening' }],
  [reduceActions(...live), { type: 'connection', connection: 'steady' }],
  [reduceActions(...live), { type: 'unheard', unheard: false }],
])('returns the same state for an action without news: %j', (state, action) => {
  expect(reduceCall(state, action)).toBe(state);
});

describe('an action', () => {
  const states: Record<string, CallState> = {
    initialising: reduceActions(),
    requested: reduceActions(requestStart),
    unusable: reduceActions({ type: 'unusable', failure }),
    idle: reduceActions({ type: 'ready' }),
    connecting: reduceActions(...connecting),
    live: reduceActions(...live),
    ending: reduceActions(...live, over),
  };
  /** The states that each action changes, and the states that follow. */
  const effects: [CallAction, Record<string, object>][] = [
    [{ type: 'ready' }, { initialising: idle, requested: idle, unusable: idle }],
    [requestStart, { initialising: { startRequested: true } }],
    [withdrawStart, { requested: { startRequested: false } }],
    [
      { type: 'unusable', failure },
      {
        initialising: { status: 'unusable', failure },
        requested: { status: 'unusable', failure },
      },
    ],
    [{ type: 'reload' }, { unusable: { ...initialCallState } }],
    [createStart(), { idle: { status: 'connecting', input: 'voice', phase: 'microphone' } }],
    [createStart('text'), { idle: { status: 'connecting', input: 'text', phase: 'dialling' } }],
    [{ type: 'dialling' }, { connecting: { phase: 'dialling' } }],
    [
      { type: 'live', startedAt: 1_500, endsAt: 301_000 },
      { connecting: { status: 'live', startedAt: 1_500, endsAt: 301_000 } },
    ],
    [{ type: 'muted', muted: true }, { live: { muted: true } }],
    [{ type: 'activity', activity: 'speaking' }, { live: { activity: 'speaking' } }],
    [interrupted, { live: { connection: 'interrupted' } }],
    [unheard, { live: { unheard: true } }],
    [{ type: 'last-minute', lastMinute: true }, { live: { lastMinute: true } }],
    [blocked, { connecting: { playback: 'blocked' }, live: { playback: 'blocked' } }],
    [over, { connecting: { status: 'ending', ended }, live: { status: 'ending', ended } }],
    [failed, { connecting: { status: 'ending', failure }, live: { status: 'ending', failure } }],
    [released, { ending: { status: 'idle' } }],
    [{ type: 'playback', playback: 'playing' }, {}],
    [{ type: 'microphone-allowed' }, {}],
    [{ type: 'typing', active: true }, {}],
    [{ type: 'loudspeaker', loudspeakerReplaced: true }, { live: { loudspeakerReplaced: true } }],
    [{ type: 'typed', text: 'Hello' }, {}],
    [{ type: 'tool-calls', calls: [] }, {}],
    [{ type: 'tool-result', id: 'a', ok: true }, {}],
  ];

  it.each(
    effects.map(
      ([action, changes]) =>
        [action.type, Object.keys(changes).join(' and ') || 'nothing', action, changes] as const,
    ),
  )('%s changes %s', (_type, _named, action, changes) => {
    const moved = Object.entries(states)
      .map(([name, state]) => [name, state, reduceCall(state, action)] as const)
      .filter(([, state, next]) => next !== state);
    expect(Object.fromEntries(moved.map(([name, , next]) => [name, next]))).toMatchObject(changes);
    expect(moved.map(([name]) => name)).toEqual(Object.keys(changes));
  });
});

it('shows phase, turn, connection and sound of a call', () => {
  const asking = { status: 'connecting', input: 'voice', phase: 'microphone' };
  expect(reduceActions(...connecting)).toEqual({ ...asking, playback: 'playing' });
  expect(reduceActions(...live)).toEqual({
    status: 'live',
    input: 'voice',
    startedAt: 1_000,
    endsAt: 300_000,
    lastMinute: false,
    muted: false,
    microphone: 'open',
    paused: false,
    activity: 'listening',
    connection: 'steady',
    playback: 'playing',
    unheard: false,
    loudspeakerReplaced: false,
  });
});

it('keeps the input and blocked sound when the call is live', () => {
  const liveAction = { type: 'live', startedAt: 0, endsAt: 1 } as const;
  const state = reduceActions({ type: 'ready' }, createStart('text'), blocked, liveAction);
  expect(state).toMatchObject({ status: 'live', input: 'text', playback: 'blocked' });
});

it('shows the state of the microphone, and the same state only once', () => {
  const microphone = { type: 'microphone', microphone: 'replaced', paused: true } as const;
  const state = reduceActions(...live, microphone);
  expect(state).toMatchObject({ microphone: 'replaced', paused: true });
  expect(reduceCall(state, microphone)).toBe(state);
  const resumed = reduceCall(state, { ...microphone, paused: false });
  expect(resumed).toMatchObject({ microphone: 'replaced', paused: false });
  const open = reduceCall(state, { ...microphone, microphone: 'open' });
  expect(open).toMatchObject({ microphone: 'open', paused: true });
});

it('is ready when the microphone is allowed, also while the call is ending', () => {
  const denied = { kind: 'microphone-denied', phase: 'microphone' } as const;
  const refused: CallEvent = { type: 'over', failure: denied, detail: '', ended: null };
  const allowed = { type: 'microphone-allowed' } as const;
  expect(reduceActions(...connecting, refused, released, allowed)).toEqual(idle);
  expect(reduceActions(...connecting, refused, allowed, released)).toEqual(idle);
});
