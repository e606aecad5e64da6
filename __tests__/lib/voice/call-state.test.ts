import {
  initialCallState,
  reduceCall,
  type CallEvent,
  type CallState,
} from '@/lib/voice/call-state';

function after(...events: CallEvent[]): CallState {
  return events.reduce(reduceCall, initialCallState);
}

const failure = { kind: 'no-answer', stage: 'waiting' } as const;
const connecting: CallEvent[] = [{ type: 'ready' }, { type: 'start', attempt: 1 }];
const live: CallEvent[] = [
  ...connecting,
  { type: 'dialling', attempt: 1 },
  { type: 'live', attempt: 1, callId: 'call-1', at: 1_000 },
];

it('goes from initialising over idle and connecting to active', () => {
  expect(after()).toEqual({ status: 'initialising', startRequested: false });
  expect(after({ type: 'ready' })).toEqual({ status: 'idle', failure: null, ended: null });
  expect(after(...connecting)).toMatchObject({ status: 'connecting', step: 'microphone' });
  expect(after(...live)).toMatchObject({
    status: 'active',
    callId: 'call-1',
    startedAt: 1_000,
    muted: false,
    connection: 'steady',
  });
});

it('is idle again, with the length of the call, once everything has been given back', () => {
  const ending = after(...live, { type: 'ending', attempt: 1, reason: 'visitor', at: 66_000 });
  expect(ending.status).toBe('ending');
  expect(reduceCall(ending, { type: 'released', attempt: 1 })).toEqual({
    status: 'idle',
    failure: null,
    ended: { callId: 'call-1', durationSeconds: 65, reason: 'visitor' },
  });
});

it('shows a failed start in idle, and no ended call', () => {
  const state = after(
    ...connecting,
    { type: 'failing', attempt: 1, failure, at: 0 },
    { type: 'released', attempt: 1 },
  );
  expect(state).toEqual({ status: 'idle', failure, ended: null });
});

it('forgets the failure when the next attempt starts', () => {
  const state = after(
    ...connecting,
    { type: 'failing', attempt: 1, failure, at: 0 },
    { type: 'released', attempt: 1 },
    { type: 'start', attempt: 2 },
  );
  expect(state).not.toHaveProperty('failure');
});

it('keeps the first of two ends', () => {
  const state = after(
    ...live,
    { type: 'failing', attempt: 1, failure, at: 2_000 },
    { type: 'ending', attempt: 1, reason: 'assistant', at: 3_000 },
    { type: 'released', attempt: 1 },
  );
  expect(state).toMatchObject({ failure, ended: { reason: 'failed', durationSeconds: 1 } });
});

it.each<CallEvent>([
  { type: 'live', attempt: 1, callId: 'old', at: 0 },
  { type: 'failing', attempt: 1, failure, at: 0 },
  { type: 'ending', attempt: 1, reason: 'assistant', at: 0 },
  { type: 'released', attempt: 1 },
  { type: 'playback', attempt: 1, playback: 'blocked' },
  { type: 'dialling', attempt: 1 },
])('drops $type of an older attempt', (late) => {
  const second = after({ type: 'ready' }, { type: 'start', attempt: 2 });
  expect(reduceCall(second, late)).toBe(second);
});

it('mutes only while active, and starts every call unmuted', () => {
  const mute: CallEvent = { type: 'muted', attempt: 1, muted: true };
  const waiting = after(...connecting);
  expect(reduceCall(waiting, mute)).toBe(waiting);
  expect(reduceCall(after(...live), mute)).toMatchObject({ muted: true });
});

it('takes the hint away when the visitor mutes', () => {
  const unheard = after(...live, { type: 'unheard', attempt: 1, unheard: true });
  const muted = reduceCall(unheard, { type: 'muted', attempt: 1, muted: true });
  expect(muted).toMatchObject({ muted: true, unheard: false });
});

it('refuses a second start', () => {
  const state = after(...connecting);
  expect(reduceCall(state, { type: 'start', attempt: 2 })).toBe(state);
});

it('remembers a start that came too early, once', () => {
  const state = after({ type: 'start-requested' });
  expect(state).toEqual({ status: 'initialising', startRequested: true });
  expect(reduceCall(state, { type: 'start-requested' })).toBe(state);
  expect(reduceCall(state, { type: 'start-withdrawn' })).toEqual(after());
  const idle = after({ type: 'ready' });
  expect(reduceCall(idle, { type: 'start-withdrawn' })).toBe(idle);
});

it('can load again after it could not', () => {
  const setup = { kind: 'init-failed', stage: 'setup' } as const;
  const unusable = after({ type: 'unusable', failure: setup });
  expect(unusable).toEqual({ status: 'unusable', failure: setup });
  expect(reduceCall(unusable, { type: 'start', attempt: 1 })).toBe(unusable);
  expect(reduceCall(unusable, { type: 'reload' })).toEqual(initialCallState);
});

it('changes nothing on an event that says what is so already', () => {
  const state = after(...live);
  expect(reduceCall(state, { type: 'turn', attempt: 1, turn: 'listening' })).toBe(state);
  expect(reduceCall(state, { type: 'connection', attempt: 1, connection: 'steady' })).toBe(state);
  expect(reduceCall(state, { type: 'unheard', attempt: 1, unheard: false })).toBe(state);
});

describe('what has no meaning changes nothing', () => {
  const states = (): Record<string, CallState> => ({
    initialising: after(),
    unusable: after({ type: 'unusable', failure }),
    idle: after({ type: 'ready' }),
    connecting: after(...connecting),
    active: after(...live),
    ending: after(...live, { type: 'ending', attempt: 1, reason: 'visitor', at: 2_000 }),
  });
  const every: [CallEvent, ...string[]][] = [
    [{ type: 'ready' }, 'initialising'],
    [{ type: 'start-requested' }, 'initialising'],
    [{ type: 'start-withdrawn' }],
    [{ type: 'unusable', failure }, 'initialising'],
    [{ type: 'reload' }, 'unusable'],
    [{ type: 'start', attempt: 1 }, 'idle'],
    [{ type: 'dialling', attempt: 1 }, 'connecting'],
    [{ type: 'live', attempt: 1, callId: null, at: 0 }, 'connecting'],
    [{ type: 'muted', attempt: 1, muted: true }, 'active'],
    [{ type: 'turn', attempt: 1, turn: 'speaking' }, 'active'],
    [{ type: 'connection', attempt: 1, connection: 'interrupted' }, 'active'],
    [{ type: 'unheard', attempt: 1, unheard: true }, 'active'],
    [{ type: 'playback', attempt: 1, playback: 'blocked' }, 'connecting', 'active'],
    [{ type: 'playback', attempt: 1, playback: 'playing' }],
    [{ type: 'ending', attempt: 1, reason: 'visitor', at: 0 }, 'connecting', 'active'],
    [{ type: 'failing', attempt: 1, failure, at: 0 }, 'connecting', 'active'],
    [{ type: 'released', attempt: 1 }, 'ending'],
  ];

  it.each(
    every.map(
      ([event, ...changed]) =>
        [event.type, changed.join(' and ') || 'nothing', event, changed] as const,
    ),
  )('%s changes %s', (_type, _named, event, changed) => {
    const moved = Object.entries(states()).filter(
      ([, state]) => reduceCall(state, event) !== state,
    );
    expect(moved.map(([name]) => name)).toEqual(changed);
  });
});

it('shows in an active call who speaks, how it is connected, and what can be heard', () => {
  const state = after(
    ...live,
    { type: 'turn', attempt: 1, turn: 'speaking' },
    { type: 'connection', attempt: 1, connection: 'interrupted' },
    { type: 'playback', attempt: 1, playback: 'blocked' },
    { type: 'unheard', attempt: 1, unheard: true },
  );
  expect(state).toEqual({
    status: 'active',
    attempt: 1,
    callId: 'call-1',
    startedAt: 1_000,
    muted: false,
    turn: 'speaking',
    connection: 'interrupted',
    playback: 'blocked',
    unheard: true,
  });
});

it('begins an attempt by asking for the microphone, then dials', () => {
  expect(after(...connecting)).toEqual({
    status: 'connecting',
    attempt: 1,
    step: 'microphone',
    playback: 'playing',
  });
  const dialling = after(...connecting, { type: 'dialling', attempt: 1 });
  expect(dialling).toMatchObject({ status: 'connecting', step: 'dialling' });
});

it('keeps blocked sound blocked when the call begins', () => {
  const state = after(
    ...connecting,
    { type: 'playback', attempt: 1, playback: 'blocked' },
    { type: 'live', attempt: 1, callId: null, at: 0 },
  );
  expect(state).toMatchObject({ status: 'active', playback: 'blocked' });
});

it('keeps the hint through unmuting', () => {
  const state = after(
    ...live,
    { type: 'unheard', attempt: 1, unheard: true },
    { type: 'muted', attempt: 1, muted: false },
  );
  expect(state).toMatchObject({ muted: false, unheard: true });
});

it('shows no failure after an end, and no negative length when the clock was set back', () => {
  const ending = after(...live, { type: 'ending', attempt: 1, reason: 'visitor', at: 0 });
  expect(ending).toEqual({
    status: 'ending',
    attempt: 1,
    failure: null,
    ended: { callId: 'call-1', durationSeconds: 0, reason: 'visitor' },
  });
});
