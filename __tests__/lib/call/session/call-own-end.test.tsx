import {
  endAtProvider,
  expectNothingOpen,
  mountCallAt,
  performStep,
  playUntil,
  setUpFakeWorld,
  world,
  type Page,
} from './call-fixture';
import { cameraErrors, sdkErrors } from '../sdk/sdk-error-fixtures';

setUpFakeWorld();

/** A few seconds in which the room may stay open. */
const GRACE_MS = 5_500;
const HOUR_MS = 3_600_000;

/** The device sleeps: the clock goes on, timers don't. */
const sleep = (ms: number) => jest.setSystemTime(Date.now() + ms);
/** Lets time pass in one go. Waiting for promises takes a millisecond a timer. */
const pass = (ms: number) => jest.advanceTimersByTime(ms);
const fire = (type: string) => void document.dispatchEvent(new Event(type));
const turn = (event: 'online' | 'offline') => void window.dispatchEvent(new Event(event));
const changeVisibility = (visibility: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  fire('visibilitychange');
};
const lock = () => changeVisibility('hidden');
const unlock = () => changeVisibility('visible');
const interrupt = (event: 'interrupted' | 'connected') =>
  world.sdk?.emit('network-connection', { type: 'sfu', event });
const disconnect = () => world.room?.close({ type: 'connection-error', msg: 'lost' });
const leaveAssistant = () => world.room?.disconnectAssistant();
const sleepUntil = (wakeUp: () => unknown) => {
  sleep(HOUR_MS);
  wakeUp();
};
const repeat = async (times: number, ms: number, action: () => unknown) => {
  for (let count = 0; count < times; count += 1) await performStep(action, ms);
};

/** Expects that the page has left the room once, and reported it like any other end. */
function expectOneEnd(
  { getState }: Page,
  reason: string,
  seconds: number,
  kind: string | null = null,
) {
  const failure = kind ? { kind, phase: 'live' } : null;
  const ended = { reason, durationSeconds: seconds };
  expect(getState()).toEqual({ status: 'idle', failure, ended });
  expectNothingOpen();
  const [{ id } = { id: '' }] = world.requested;
  expect(world.endReports).toEqual([{ id, outcome: { seconds, reason } }]);
  expect(world.reports).toEqual(kind ? [{ kind, stage: 'live' }] : []);
}

const FAULT = 'pipeline-error-voice';

it.each<[string, () => unknown, number, string, number, string | null]>([
  ['the provider’s end', () => endAtProvider('silence-timed-out'), GRACE_MS, 'silence', 30, null],
  ['its end without a reason', () => endAtProvider(), GRACE_MS, 'assistant', 30, null],
  ['its fault', () => endAtProvider(FAULT), GRACE_MS, 'failed', 30, 'assistant-failed'],
  ['the assistant has left', leaveAssistant, GRACE_MS, 'assistant', 30, null],
  ['its time is over', () => pass(265_000), 10_500, 'time-limit', 300, null],
  ['a sleep, when timers run again', () => sleep(HOUR_MS), 1_500, 'time-limit', 300, null],
  ['a sleep, when the page is shown', () => sleepUntil(unlock), 20, 'time-limit', 300, null],
  ['a sleep, when nothing connects it', () => sleepUntil(disconnect), 20, 'time-limit', 300, null],
])('a live call ends soon after %s', async (_, act, ms, reason, seconds, kind) => {
  const page = await mountCallAt('live');
  await performStep(undefined, 29_980);
  await performStep(act, ms);
  await performStep(undefined, 600);
  expectOneEnd(page, reason, seconds, kind);
});

describe('a live call whose connection is dead', () => {
  it.each<[string, () => unknown, () => unknown]>([
    ['was locked, once it is shown again', lock, unlock],
    ['was locked, once it runs again', lock, () => undefined],
    ['was locked, and the SDK notices first', lock, disconnect],
    ['was frozen while it was shown', () => fire('freeze'), () => fire('resume')],
  ])('fails after a page %s', async (_, fallAsleep, wakeUp) => {
    const page = await mountCallAt('live');
    await performStep(undefined, 39_980);
    await performStep(fallAsleep);
    sleep(60_000);
    await performStep(wakeUp, 2_000);
    expectOneEnd(page, 'failed', 40, 'connection-lost');
  });

  it.each<[string, () => unknown, () => unknown]>([
    ['the browser is offline', () => turn('offline'), () => undefined],
    ['it is, and silence arrives', () => turn('offline'), () => world.sdk?.emit('volume-level', 0)],
    ['the SDK reports an interruption', () => interrupt('interrupted'), () => undefined],
  ])('says so while %s, and fails after half a minute', async (_, breakOff, arrive) => {
    const page = await mountCallAt('live');
    await performStep(undefined, 40_000);
    await performStep(breakOff, 0);
    await repeat(29, 1_000, arrive);
    expect(page.getState()).toMatchObject({ status: 'live', connection: 'interrupted' });
    await performStep(undefined, 2_000);
    expectOneEnd(page, 'failed', 40, 'connection-lost');
  });

  it.each<[string, number, () => unknown]>([
    ['its time is over', HOUR_MS, () => undefined],
    ['the connection is lost', 60_000, lock],
  ])('stops the microphone within the event that shows the page, when %s', async (_, ms, act) => {
    await mountCallAt('live');
    await performStep(act);
    sleep(ms);
    unlock();
    expect(world.liveTracks).toEqual([]);
  });
});

describe('a call goes on', () => {
  it('until its time is over', async () => {
    const { getState } = await mountCallAt('live');
    await performStep(() => pass(229_000), 10_000);
    expect(getState()).toMatchObject({ lastMinute: false });
    await performStep(() => pass(50_000), 10_000);
    expect(getState()).toMatchObject({ status: 'live', lastMinute: true });
  });

  it.each<[string, () => unknown, string]>([
    ['sound', () => world.sdk?.emit('volume-level', 0.1), 'steady'],
    ['a message', () => world.sdk?.emit('message', { type: 'of no use' }), 'steady'],
    ['sound after an interruption', () => world.sdk?.emit('volume-level', 0.1), 'interrupted'],
  ])('while %s arrives, although the browser is offline', async (_, arrive, connection) => {
    const { getState } = await mountCallAt('live');
    turn('offline');
    if (connection === 'interrupted') interrupt(connection);
    await repeat(60, 1_000, arrive);
    expect(getState()).toMatchObject({ status: 'live', connection });
  });

  it('if the connection comes back', async () => {
    const { getState } = await mountCallAt('live');
    for (let times = 0; times < 4; times += 1) {
      await performStep(() => (turn('offline'), interrupt('interrupted')), 10_000);
      await performStep(() => turn('online'), 10_000);
      expect(getState()).toMatchObject({ connection: 'interrupted' });
      await performStep(() => interrupt('connected'), 1_000);
      expect(getState()).toMatchObject({ status: 'live', connection: 'steady' });
    }
  });

  it('while a hidden page runs, and after a sleep that is short or was never noticed', async () => {
    const { getState } = await mountCallAt('live');
    await performStep(lock, 100_000);
    sleep(20_000);
    await performStep(unlock, 10_000);
    sleep(100_000);
    await performStep(unlock, 10_000);
    expect(getState()).toMatchObject({ status: 'live', connection: 'steady' });
  });

  it('after a sleep while the browser asked for the microphone', async () => {
    const { getState } = await mountCallAt('start');
    await performStep(() => fire('freeze'));
    sleep(60_000);
    await performStep(() => fire('resume'));
    for (const answer of world.answers) await performStep(answer);
    await performStep(undefined, 40_000);
    expect(getState()).toMatchObject({ status: 'live', connection: 'steady' });
  });

  it('if the assistant comes back within a few seconds', async () => {
    const { getState } = await mountCallAt('live');
    for (let times = 0; times < 5; times += 1) {
      await performStep(leaveAssistant, 2_000);
      await performStep(() => world.room?.connectAssistant(), 2_000);
    }
    await performStep(undefined, 20_000);
    expect(getState().status).toBe('live');
  });

  it('after an unknown error, unless its room is gone', async () => {
    const { getState } = await mountCallAt('live');
    const fail = () => world.sdk?.emit('error', sdkErrors.neverSeen);
    await performStep(fail);
    expect(getState().status).toBe('live');
    world.room!.state = 'error';
    await performStep(fail, 2_500);
    expect(getState()).toMatchObject({ failure: { kind: 'unknown', phase: 'live' } });
  });
});

it('counts the provider’s end even if the assistant stays, or the end is repeated', async () => {
  const page = await mountCallAt('live');
  await repeat(4, 1_500, () => endAtProvider('assistant-ended-call'));
  expectOneEnd(page, 'assistant', 0);
});

it('changes nothing by late events, also not the next call', async () => {
  const page = await mountCallAt('live');
  const [sdk] = world.sdks;
  await performStep(() => page.session.end(), 600);
  const before = page.getState();
  const emitLate = () => {
    sdk?.emit('message', { type: 'status-update', status: 'ended', endedReason: FAULT });
    sdk?.emit('message', { type: 'transcript', role: 'assistant', transcript: 'Late' });
    sdk?.emit('speech-start');
    sdk?.emit('local-volume-level', 1);
    sdk?.emit('call-start');
    sdk?.emit('call-end');
    for (const error of Object.values(sdkErrors)) sdk?.emit('error', error);
    for (const error of Object.values(cameraErrors)) sdk?.emit('camera-error', error);
  };
  await performStep(() => (emitLate(), turn('offline')), 60_000);
  expect(page.getState()).toBe(before);
  expect(page.session.transcript.get()).toEqual([]);
  expect(page.session.levels.visitor).toBe(0);
  expectOneEnd(page, 'visitor', 0);
  await playUntil(page, 'live');
  await performStep(emitLate, GRACE_MS);
  expect(page.getState()).toMatchObject({ status: 'live', activity: 'listening' });
  expect(world.liveTracks).toHaveLength(1);
});

describe('a call that is not live yet', () => {
  it.each([
    ['assistant-ended-call', 'call-refused'],
    [FAULT, 'assistant-failed'],
  ])('fails a few seconds after the provider’s end (%s)', async (endedReason, kind) => {
    const { getState } = await mountCallAt('join');
    await performStep(() => endAtProvider(endedReason), GRACE_MS);
    const failure = { kind, phase: 'waiting' };
    expect(getState()).toEqual({ status: 'idle', failure, ended: null });
    expectNothingOpen();
    expect(world.endReports).toHaveLength(1);
  });

  it('fails a few seconds after the assistant has left', async () => {
    world.shouldRefusePlayback = true;
    const { getState } = await mountCallAt('live');
    expect(getState()).toMatchObject({ status: 'connecting', playback: 'blocked' });
    await performStep(undefined, 1_000);
    await performStep(leaveAssistant, GRACE_MS);
    expect(getState()).toMatchObject({ status: 'idle', failure: { kind: 'call-refused' } });
    expectNothingOpen();
  });

  it.each(['microphone', 'room', 'script', 'join'] as const)(
    'is given up after a sleep at the stage %s',
    async (stage) => {
      const { getState } = await mountCallAt(stage);
      sleep(HOUR_MS);
      await performStep(undefined, 3_500);
      expect(getState()).toMatchObject({ status: 'idle', failure: { kind: 'no-answer' } });
      expect(world.liveTracks).toEqual([]);
    },
  );
});
