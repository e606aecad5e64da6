import type { CallEvent } from '@/lib/call/state/call-events';
import {
  initialCallState,
  reduceCall,
  type CallAction,
  type CallState,
} from '@/lib/call/state/call-state';

function after(...actions: CallAction[]): CallState {
  return actions.reduce(reduceCall, initialCallState);
}
/** An event of the first attempt. */
const call = (event: CallEvent, at = 0): CallAction => ({ ...event, attempt: 1, at });

const failure = { kind: 'no-answer', stage: 'waiting' } as const;
const failed: CallEvent = { type: 'failed', failure, detail: 'vendor words', callId: null };
const connecting: CallAction[] = [{ type: 'ready' }, { type: 'start', attempt: 1, input: 'voice' }];
const live: CallAction[] = [
  ...connecting,
  call({ type: 'step', step: 'dialling' }),
  call({ type: 'live', callId: 'call-1', endsAt: 300_000 }, 1_000),
];

it('goes from initialising over idle and connecting to live', () => {
  expect(after()).toEqual({ status: 'initialising', startRequested: false });
  expect(after({ type: 'ready' })).toEqual({ status: 'idle', failure: null, ended: null });
  expect(after(...connecting)).toMatchObject({ status: 'connecting', step: 'ticket' });
  expect(after(...live)).toMatchObject({
    status: 'live',
    callId: 'call-1',
    startedAt: 1_000,
    muted: false,
    connection: 'steady',
  });
});

it('is idle again, with the length of the call, when everything is released', () => {
  const ending = after(...live, call({ type: 'ended', reason: 'visitor' }, 66_000));
  expect(ending.status).toBe('ending');
  expect(reduceCall(ending, call({ type: 'released' }))).toEqual({
    status: 'idle',
    failure: null,
    ended: { callId: 'call-1', durationSeconds: 65, reason: 'visitor' },
  });
});

it('shows a failed start in idle, and no ended call', () => {
  const state = after(...connecting, call(failed), call({ type: 'released' }));
  expect(state).toEqual({ status: 'idle', failure, ended: null });
});

it('forgets the failure when the next attempt starts', () => {
  const state = after(...connecting, call(failed), call({ type: 'released' }), {
    type: 'start',
    attempt: 2,
    input: 'voice',
  });
  expect(state).not.toHaveProperty('failure');
});

it('keeps the first of two ends', () => {
  const state = after(
    ...live,
    call(failed, 2_000),
    call({ type: 'ended', reason: 'assistant' }, 3_000),
    call({ type: 'released' }),
  );
  expect(state).toMatchObject({ failure, ended: { reason: 'failed', durationSeconds: 1 } });
});

it.each<CallAction>([
  call({ type: 'live', callId: 'old', endsAt: 1 }),
  call(failed),
  call({ type: 'ended', reason: 'assistant' }),
  call({ type: 'released' }),
  call({ type: 'playback', playback: 'blocked' }),
  call({ type: 'step', step: 'dialling' }),
])('drops $type of an older attempt', (late) => {
  const second = after({ type: 'ready' }, { type: 'start', attempt: 2, input: 'voice' });
  expect(reduceCall(second, late)).toBe(second);
});

it('mutes only while live, and starts every call unmuted', () => {
  const mute: CallAction = call({ type: 'muted', muted: true });
  const waiting = after(...connecting);
  expect(reduceCall(waiting, mute)).toBe(waiting);
  expect(reduceCall(after(...live), mute)).toMatchObject({ muted: true });
});

it('removes the hint when the visitor mutes', () => {
  const unheard = after(...live, call({ type: 'unheard', unheard: true }));
  const muted = reduceCall(unheard, call({ type: 'muted', muted: true }));
  expect(muted).toMatchObject({ muted: true, unheard: false });
});

it('refuses a second start', () => {
  const state = after(...connecting);
  expect(reduceCall(state, { type: 'start', attempt: 2, input: 'voice' })).toBe(state);
});

it('keeps an early start, once', () => {
  const state = after({ type: 'start-requested' });
  expect(state).toEqual({ status: 'initialising', startRequested: true });
  expect(reduceCall(state, { type: 'start-requested' })).toBe(state);
  expect(reduceCall(state, { type: 'start-withdrawn' })).toEqual(after());
  const idle = after({ type: 'ready' });
  expect(reduceCall(idle, { type: 'start-withdrawn' })).toBe(idle);
});

it('knows what the page has said until the set-up has failed', () => {
  const shown = { status: 'initialising', startRequested: false, readyShown: true } as const;
  const pressed = reduceCall(shown, { type: 'start-requested' });
  expect(pressed).toEqual({ ...shown, startRequested: true });
  expect(reduceCall(pressed, { type: 'start-withdrawn' })).toEqual(shown);
  const failure = { kind: 'init-failed', stage: 'setup' } as const;
  const unusable = reduceCall(shown, { type: 'unusable', failure });
  expect(reduceCall(unusable, { type: 'reload' })).toEqual(initialCallState);
});

it('can repeat a failed set-up', () => {
  const setup = { kind: 'init-failed', stage: 'setup' } as const;
  const unusable = after({ type: 'unusable', failure: setup });
  expect(unusable).toEqual({ status: 'unusable', failure: setup });
  expect(reduceCall(unusable, { type: 'start', attempt: 1, input: 'voice' })).toBe(unusable);
  expect(reduceCall(unusable, { type: 'reload' })).toEqual(initialCallState);
});

it('changes nothing on an event without news', () => {
  const waiting = after(...connecting);
  expect(reduceCall(waiting, call({ type: 'step', step: 'ticket' }))).toBe(waiting);
  const state = after(...live);
  expect(reduceCall(state, call({ type: 'turn', turn: 'listening' }))).toBe(state);
  expect(reduceCall(state, call({ type: 'connection', connection: 'steady' }))).toBe(state);
  expect(reduceCall(state, call({ type: 'unheard', unheard: false }))).toBe(state);
});

describe('an action without meaning in the state', () => {
  const states = (): Record<string, CallState> => ({
    initialising: after(),
    unusable: after({ type: 'unusable', failure }),
    idle: after({ type: 'ready' }),
    connecting: after(...connecting),
    live: after(...live),
    ending: after(...live, call({ type: 'ended', reason: 'visitor' }, 2_000)),
  });
  const every: [CallAction, ...string[]][] = [
    [{ type: 'ready' }, 'initialising'],
    [{ type: 'start-requested' }, 'initialising'],
    [{ type: 'start-withdrawn' }],
    [{ type: 'unusable', failure }, 'initialising'],
    [{ type: 'reload' }, 'unusable'],
    [{ type: 'start', attempt: 1, input: 'voice' }, 'idle'],
    [call({ type: 'step', step: 'dialling' }), 'connecting'],
    [call({ type: 'live', callId: null, endsAt: 1 }), 'connecting'],
    [call({ type: 'muted', muted: true }), 'live'],
    [call({ type: 'turn', turn: 'speaking' }), 'live'],
    [call({ type: 'connection', connection: 'interrupted' }), 'live'],
    [call({ type: 'unheard', unheard: true }), 'live'],
    [call({ type: 'playback', playback: 'blocked' }), 'connecting', 'live'],
    [call({ type: 'playback', playback: 'playing' })],
    [call({ type: 'ended', reason: 'visitor' }), 'connecting', 'live'],
    [call(failed), 'connecting', 'live'],
    [call({ type: 'released' }), 'ending'],
    [call({ type: 'typing', active: true })],
    [call({ type: 'typed', text: 'Hello' })],
    [call({ type: 'tool-calls', calls: [] })],
    [call({ type: 'tool-result', id: 'a', ok: true })],
  ];

  it.each(
    every.map(
      ([action, ...changed]) =>
        [action.type, changed.join(' and ') || 'nothing', action, changed] as const,
    ),
  )('%s changes %s', (_type, _named, action, changed) => {
    const moved = Object.entries(states()).filter(
      ([, state]) => reduceCall(state, action) !== state,
    );
    expect(moved.map(([name]) => name)).toEqual(changed);
  });
});

it('shows in a live call who speaks, how it is connected, and what can be heard', () => {
  const state = after(
    ...live,
    call({ type: 'turn', turn: 'speaking' }),
    call({ type: 'connection', connection: 'interrupted' }),
    call({ type: 'playback', playback: 'blocked' }),
    call({ type: 'unheard', unheard: true }),
  );
  expect(state).toEqual({
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
    turn: 'speaking',
    connection: 'interrupted',
    playback: 'blocked',
    unheard: true,
  });
});

it('shows what became of the microphone, and renders nothing for the same again', () => {
  const microphone = { type: 'microphone', microphone: 'replaced', paused: true } as const;
  const state = after(...live, call(microphone));
  expect(state).toMatchObject({ microphone: 'replaced', paused: true });
  expect(reduceCall(state, call(microphone))).toBe(state);
  const goesOn = reduceCall(state, call({ ...microphone, paused: false }));
  expect(goesOn).toMatchObject({ microphone: 'replaced', paused: false });
  const open = reduceCall(state, call({ ...microphone, microphone: 'open' }));
  expect(open).toMatchObject({ microphone: 'open', paused: true });
});

it('knows that the last minute has begun', () => {
  expect(after(...live, call({ type: 'last-minute' }))).toMatchObject({ lastMinute: true });
});

it('starts an attempt by asking for a ticket, then for the microphone, then dials', () => {
  expect(after(...connecting)).toEqual({
    status: 'connecting',
    attempt: 1,
    input: 'voice',
    step: 'ticket',
    playback: 'playing',
  });
  for (const step of ['microphone', 'ticket', 'dialling'] as const) {
    const next = after(
      ...connecting,
      call({ type: 'step', step: 'microphone' }),
      call({ type: 'step', step }),
    );
    expect(next).toMatchObject({ status: 'connecting', step });
  }
});

it('knows by what the visitor takes part, and when a live call ends at the latest', () => {
  const start: CallAction = { type: 'start', attempt: 1, input: 'text' };
  const asking = after({ type: 'ready' }, start);
  expect(asking).toMatchObject({ status: 'connecting', input: 'text' });
  const begun = call({ type: 'live', callId: null, endsAt: 301_000 }, 1_500);
  expect(reduceCall(asking, begun)).toMatchObject({
    status: 'live',
    input: 'text',
    startedAt: 1_500,
    endsAt: 301_000,
  });
});

it('tells of a lost connection that there was a call, and how long', () => {
  const lost = { kind: 'connection-lost', stage: 'live' } as const;
  const state = after(
    ...live,
    call({ type: 'failed', failure: lost, detail: '', callId: 'call-1' }, 91_000),
    call({ type: 'released' }),
  );
  expect(state).toEqual({
    status: 'idle',
    failure: lost,
    ended: { callId: 'call-1', durationSeconds: 90, reason: 'failed' },
  });
});

it('keeps blocked sound blocked when the call is live', () => {
  const state = after(
    ...connecting,
    call({ type: 'playback', playback: 'blocked' }),
    call({ type: 'live', callId: null, endsAt: 1 }),
  );
  expect(state).toMatchObject({ status: 'live', playback: 'blocked' });
});

it('keeps the hint through unmuting', () => {
  const state = after(
    ...live,
    call({ type: 'unheard', unheard: true }),
    call({ type: 'muted', muted: false }),
  );
  expect(state).toMatchObject({ muted: false, unheard: true });
});

it('shows no failure after an end, and no negative length when the clock was set back', () => {
  const ending = after(...live, call({ type: 'ended', reason: 'visitor' }));
  expect(ending).toEqual({
    status: 'ending',
    attempt: 1,
    failure: null,
    ended: { callId: 'call-1', durationSeconds: 0, reason: 'visitor' },
  });
});

describe('a microphone that is allowed after a refusal', () => {
  const denied = { kind: 'microphone-denied', stage: 'microphone' } as const;
  const ending = after(
    ...connecting,
    call({ type: 'failed', failure: denied, detail: '', callId: null }),
  );

  it('makes the widget ready, also while the call is still ending', () => {
    const idle = { status: 'idle', failure: null, ended: null };
    const allowed = { type: 'microphone-allowed' } as const;
    expect(reduceCall(reduceCall(ending, call({ type: 'released' })), allowed)).toEqual(idle);
    expect(reduceCall(reduceCall(ending, allowed), call({ type: 'released' }))).toEqual(idle);
  });

  it.each([
    ['initialising', after()],
    ['unusable', after({ type: 'unusable', failure })],
    ['idle', after({ type: 'ready' })],
    ['connecting', after(...connecting)],
    ['live', after(...live)],
  ])('changes nothing while the widget is %s', (_, state) => {
    expect(reduceCall(state, { type: 'microphone-allowed' })).toBe(state);
  });
});
