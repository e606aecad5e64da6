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
/** An event of the first attempt. */
const createCallAction = (event: CallEvent, at = 0): CallAction => ({ ...event, attempt: 1, at });

const failure = { kind: 'no-answer', phase: 'waiting' } as const;
const failed: CallEvent = { type: 'failed', failure, detail: 'vendor words', callId: null };
const endedByVisitor = createCallAction({ type: 'ended', reason: 'visitor' });
const released = createCallAction({ type: 'released' });
const blocked = createCallAction({ type: 'playback', playback: 'blocked' });
const interrupted = createCallAction({ type: 'connection', connection: 'interrupted' });
const unheard = createCallAction({ type: 'unheard', unheard: true });
const createStart = (attempt = 1, input: 'voice' | 'text' = 'voice'): CallAction => ({
  type: 'start',
  attempt,
  input,
});
const requestStart: CallAction = { type: 'start-requested', isRequested: true };
const withdrawStart: CallAction = { type: 'start-requested', isRequested: false };
const connecting: CallAction[] = [{ type: 'ready' }, createStart()];
const live: CallAction[] = [
  ...connecting,
  createCallAction({ type: 'phase', phase: 'dialling' }),
  createCallAction({ type: 'live', callId: 'call-1', endsAt: 300_000 }, 1_000),
];
const idle = { status: 'idle', failure: null, ended: null };

it('is idle with the length of the call once everything is released', () => {
  const ending = reduceActions(
    ...live,
    createCallAction({ type: 'ended', reason: 'visitor' }, 66_000),
  );
  const ended = { callId: 'call-1', durationSeconds: 65, reason: 'visitor' };
  expect(ending).toEqual({ status: 'ending', attempt: 1, failure: null, ended });
  expect(reduceCall(ending, released)).toEqual({ ...idle, ended });
});

it('has no negative length when the clock was set back', () => {
  const ending = reduceActions(...live, endedByVisitor);
  expect(ending).toMatchObject({ ended: { durationSeconds: 0 } });
});

it('shows a failed start in idle, without an ended call, until the next attempt', () => {
  const state = reduceActions(...connecting, createCallAction(failed), released);
  expect(state).toEqual({ status: 'idle', failure, ended: null });
  expect(reduceCall(state, createStart(2))).not.toHaveProperty('failure');
});

it('keeps the first of two ends', () => {
  const ended = createCallAction({ type: 'ended', reason: 'assistant' }, 3_000);
  const state = reduceActions(...live, createCallAction(failed, 2_000), ended, released);
  expect(state).toMatchObject({ failure, ended: { reason: 'failed', durationSeconds: 1 } });
});

it('keeps the length of a call whose connection was lost', () => {
  const lost = { kind: 'connection-lost', phase: 'live' } as const;
  const lossAction = createCallAction(
    { type: 'failed', failure: lost, detail: '', callId: 'call-1' },
    91_000,
  );
  expect(reduceActions(...live, lossAction, released)).toEqual({
    status: 'idle',
    failure: lost,
    ended: { callId: 'call-1', durationSeconds: 90, reason: 'failed' },
  });
});

it.each<CallAction>([
  createCallAction({ type: 'live', callId: 'old', endsAt: 1 }),
  createCallAction(failed),
  createCallAction({ type: 'ended', reason: 'assistant' }),
  released,
  blocked,
  createCallAction({ type: 'phase', phase: 'dialling' }),
])('drops $type of an older attempt', (late) => {
  const second = reduceActions({ type: 'ready' }, createStart(2));
  expect(reduceCall(second, late)).toBe(second);
});

it('sets up again after a failure', () => {
  const failure = { kind: 'init-failed', phase: 'setup' } as const;
  const unusable = reduceCall(initialCallState, { type: 'unusable', failure });
  expect(unusable).toEqual({ status: 'unusable', failure });
  expect(reduceCall(unusable, { type: 'reload' })).toEqual(initialCallState);
});

it.each<[CallState, CallAction]>([
  [reduceActions(requestStart), requestStart],
  [reduceActions(...connecting), createCallAction({ type: 'phase', phase: 'ticket' })],
  [reduceActions(...live), createCallAction({ type: 'activity', activity: 'listening' })],
  [reduceActions(...live), createCallAction({ type: 'connection', connection: 'steady' })],
  [reduceActions(...live), createCallAction({ type: 'unheard', unheard: false })],
])('returns the same state for an action without news: %j', (state, action) => {
  expect(reduceCall(state, action)).toBe(state);
});

describe('an action', () => {
  const states: Record<string, CallState> = {
    initialising: reduceActions(),
    unusable: reduceActions({ type: 'unusable', failure }),
    idle: reduceActions({ type: 'ready' }),
    connecting: reduceActions(...connecting),
    live: reduceActions(...live),
    ending: reduceActions(...live, createCallAction({ type: 'ended', reason: 'visitor' }, 2_000)),
  };
  /** The states that each action changes, and the states that follow. */
  const effects: [CallAction, Record<string, object>][] = [
    [{ type: 'ready' }, { initialising: idle, unusable: idle }],
    [requestStart, { initialising: { startRequested: true } }],
    [withdrawStart, {}],
    [{ type: 'unusable', failure }, { initialising: { status: 'unusable', failure } }],
    [{ type: 'reload' }, { unusable: { ...initialCallState } }],
    [createStart(), { idle: { status: 'connecting', input: 'voice', phase: 'ticket' } }],
    [createStart(1, 'text'), { idle: { status: 'connecting', input: 'text', phase: 'ticket' } }],
    [
      createCallAction({ type: 'phase', phase: 'microphone' }),
      { connecting: { phase: 'microphone' } },
    ],
    [createCallAction({ type: 'phase', phase: 'dialling' }), { connecting: { phase: 'dialling' } }],
    [
      createCallAction({ type: 'live', callId: null, endsAt: 301_000 }, 1_500),
      { connecting: { status: 'live', callId: null, startedAt: 1_500, endsAt: 301_000 } },
    ],
    [createCallAction({ type: 'muted', muted: true }), { live: { muted: true } }],
    [
      createCallAction({ type: 'activity', activity: 'speaking' }),
      { live: { activity: 'speaking' } },
    ],
    [interrupted, { live: { connection: 'interrupted' } }],
    [unheard, { live: { unheard: true } }],
    [createCallAction({ type: 'last-minute' }), { live: { lastMinute: true } }],
    [blocked, { connecting: { playback: 'blocked' }, live: { playback: 'blocked' } }],
    [endedByVisitor, { connecting: { status: 'ending', ended: null }, live: { status: 'ending' } }],
    [
      createCallAction(failed),
      { connecting: { status: 'ending', failure }, live: { status: 'ending', failure } },
    ],
    [released, { ending: { status: 'idle' } }],
    [createCallAction({ type: 'playback', playback: 'playing' }), {}],
    [{ type: 'microphone-allowed' }, {}],
    [createCallAction({ type: 'typing', active: true }), {}],
    [
      createCallAction({ type: 'loudspeaker', replaced: true }),
      { live: { loudspeakerReplaced: true } },
    ],
    [createCallAction({ type: 'typed', text: 'Hello' }), {}],
    [createCallAction({ type: 'tool-calls', calls: [] }), {}],
    [createCallAction({ type: 'tool-result', id: 'a', ok: true }), {}],
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

it('withdraws an early start', () => {
  const state = reduceActions(requestStart);
  expect(state).toEqual({ status: 'initialising', startRequested: true });
  expect(reduceCall(state, withdrawStart)).toEqual(reduceActions());
});

it('shows phase, turn, connection and sound of a call', () => {
  const asking = { status: 'connecting', attempt: 1, input: 'voice', phase: 'ticket' };
  expect(reduceActions(...connecting)).toEqual({ ...asking, playback: 'playing' });
  const renewing = [
    createCallAction({ type: 'phase', phase: 'microphone' }),
    createCallAction({ type: 'phase', phase: 'ticket' }),
  ];
  expect(reduceActions(...connecting, ...renewing)).toMatchObject({ phase: 'ticket' });
  expect(reduceActions(...live)).toEqual({
    status: 'live',
    attempt: 1,
    input: 'voice',
    callId: 'call-1',
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
  const liveAction = createCallAction({ type: 'live', callId: null, endsAt: 1 });
  const state = reduceActions({ type: 'ready' }, createStart(1, 'text'), blocked, liveAction);
  expect(state).toMatchObject({ status: 'live', input: 'text', playback: 'blocked' });
});

it('removes the hint when the visitor mutes, not when they unmute', () => {
  const reduceMute = (muted: boolean) =>
    reduceActions(...live, unheard, createCallAction({ type: 'muted', muted }));
  expect(reduceMute(true)).toMatchObject({ muted: true, unheard: false });
  expect(reduceMute(false)).toMatchObject({ muted: false, unheard: true });
});

it('shows the state of the microphone, and the same state only once', () => {
  const microphone = { type: 'microphone', microphone: 'replaced', paused: true } as const;
  const state = reduceActions(...live, createCallAction(microphone));
  expect(state).toMatchObject({ microphone: 'replaced', paused: true });
  expect(reduceCall(state, createCallAction(microphone))).toBe(state);
  const resumed = reduceCall(state, createCallAction({ ...microphone, paused: false }));
  expect(resumed).toMatchObject({ microphone: 'replaced', paused: false });
  const open = reduceCall(state, createCallAction({ ...microphone, microphone: 'open' }));
  expect(open).toMatchObject({ microphone: 'open', paused: true });
});

it('is ready when the microphone is allowed, also while the call is ending', () => {
  const denied = { kind: 'microphone-denied', phase: 'microphone' } as const;
  const refused = createCallAction({ type: 'failed', failure: denied, detail: '', callId: null });
  const allowed = { type: 'microphone-allowed' } as const;
  expect(reduceActions(...connecting, refused, released, allowed)).toEqual(idle);
  expect(reduceActions(...connecting, refused, allowed, released)).toEqual(idle);
});
