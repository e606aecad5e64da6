/** @jest-environment node */
import type { CallEvent } from '@/lib/call/types';
import {
  initialCallState,
  reduceCall,
  type CallAction,
  type CallState,
} from '@/lib/call/session/call-state';

const reduceActions = (...actions: CallAction[]) => actions.reduce(reduceCall, initialCallState);

const failure = { kind: 'no-answer', phase: 'waiting' } as const;
const failed: CallEvent = { type: 'over', failure, detail: 'vendor words', ended: null };
const ended = { durationSeconds: 65, reason: 'visitor' } as const;
const over: CallEvent = { type: 'over', failure: null, detail: '', ended };
const released: CallEvent = { type: 'released' };
const blocked: CallEvent = { type: 'playback', playback: 'blocked' };
const microphone = { type: 'microphone', microphone: 'replaced', paused: true } as const;
const liveAction = { type: 'live', startedAt: 1_500, endsAt: 301_000 } as const;
const requestStart: CallAction = { type: 'start-requested', isRequested: true };
const start: CallAction = { type: 'start', input: 'voice' };
const startTyping: CallAction = { type: 'start', input: 'text' };
const connecting: CallAction[] = [{ type: 'ready' }, start];
const live: CallAction[] = [...connecting, { type: 'dialling' }, liveAction];
const idle = { status: 'idle', failure: null, ended: null };

const states = {
  initialising: initialCallState,
  requested: reduceActions(requestStart),
  unusable: reduceActions({ type: 'unusable', failure }),
  idle: reduceActions({ type: 'ready' }),
  connecting: reduceActions(...connecting),
  dialling: reduceActions({ type: 'ready' }, startTyping, blocked),
  live: reduceActions(...live),
  replaced: reduceActions(...live, microphone),
  ending: reduceActions(...live, over),
  failing: reduceActions(...connecting, failed),
  failed: reduceActions(...connecting, failed, released),
} satisfies Record<string, CallState>;

const begun = { status: 'connecting', input: 'voice', phase: 'microphone', playback: 'playing' };
const typing = { ...begun, input: 'text', phase: 'dialling' };
const talking = {
  status: 'live',
  input: 'voice',
  startedAt: 1_500,
  endsAt: 301_000,
  lastMinute: false,
  muted: false,
  microphone: 'open',
  paused: false,
  loudspeakerReplaced: false,
  activity: 'listening',
  connection: 'steady',
  playback: 'playing',
  unheard: false,
};
const silent = { ...talking, microphone: 'replaced', paused: true };
const unusable = { status: 'unusable', failure };
const ending = { status: 'ending', failure: null, ended };
const failing = { status: 'ending', failure, ended: null };

/** The states that follow where an action changes anything. */
const effects: [CallAction, Partial<Record<keyof typeof states, object>>][] = [
  [{ type: 'ready' }, { initialising: idle, requested: idle, unusable: idle }],
  [requestStart, { initialising: { ...initialCallState, startRequested: true } }],
  [{ type: 'start-requested', isRequested: false }, { requested: initialCallState }],
  [
    { type: 'unusable', failure },
    { initialising: unusable, requested: unusable },
  ],
  [{ type: 'reload' }, { unusable: initialCallState }],
  [start, { idle: begun, failed: begun }],
  [startTyping, { idle: typing, failed: typing }],
  [{ type: 'dialling' }, { connecting: { ...begun, phase: 'dialling' } }],
  [
    liveAction,
    { connecting: talking, dialling: { ...talking, input: 'text', playback: 'blocked' } },
  ],
  [
    blocked,
    { connecting: { ...begun, playback: 'blocked' }, ...changeLive({ playback: 'blocked' }) },
  ],
  [{ type: 'playback', playback: 'playing' }, { dialling: typing }],
  [{ type: 'muted', muted: true }, changeLive({ muted: true })],
  [{ type: 'activity', activity: 'speaking' }, changeLive({ activity: 'speaking' })],
  [{ type: 'activity', activity: 'listening' }, {}],
  [{ type: 'connection', connection: 'interrupted' }, changeLive({ connection: 'interrupted' })],
  [{ type: 'unheard', unheard: true }, changeLive({ unheard: true })],
  [{ type: 'unheard', unheard: false }, {}],
  [{ type: 'last-minute', lastMinute: true }, changeLive({ lastMinute: true })],
  [{ type: 'loudspeaker', loudspeakerReplaced: true }, changeLive({ loudspeakerReplaced: true })],
  [microphone, { live: silent }],
  [{ ...microphone, paused: false }, changeLive({ microphone: 'replaced', paused: false })],
  [over, { connecting: ending, dialling: ending, live: ending, replaced: ending }],
  [failed, { connecting: failing, dialling: failing, live: failing, replaced: failing }],
  [released, { ending: { ...ending, status: 'idle' }, failing: { ...failing, status: 'idle' } }],
  [{ type: 'microphone-allowed' }, { failing: { ...failing, failure: null }, failed: idle }],
  [{ type: 'typing', active: true }, {}],
  [{ type: 'typed', text: 'Hello' }, {}],
  [{ type: 'tool-calls', calls: [] }, {}],
];

function changeLive(changes: object) {
  return { live: { ...talking, ...changes }, replaced: { ...silent, ...changes } };
}

it.each(
  effects.map(
    ([action, changes]) =>
      [action.type, Object.keys(changes).join(' and ') || 'nothing', action, changes] as const,
  ),
)('%s changes %s', (_type, _named, action, changes) => {
  const moved = Object.entries<CallState>(states)
    .map(([name, state]) => [name, state, reduceCall(state, action)] as const)
    // Without news the state is the same object, and nothing renders.
    .filter(([, state, next]) => next !== state);
  expect(Object.fromEntries(moved.map(([name, , next]) => [name, next]))).toEqual(changes);
});
