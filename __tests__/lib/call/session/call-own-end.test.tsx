import { countEvent } from '@/lib/analytics/count';
import {
  outcomes,
  expectNothingOpen,
  mountCallAt,
  performStep,
  playUntil,
  reports,
  setUpFakeWorld,
  world,
} from './call-fixture';

jest.mock('@/lib/analytics/count', () => ({ countEvent: jest.fn() }));

setUpFakeWorld();

/** “A few seconds”. */
const FEW_SECONDS_MS = 5_000;
const HOUR_MS = 3_600_000;

const endAtProvider = (endedReason?: string) =>
  world.sdk?.emit('message', { type: 'status-update', status: 'ended', endedReason });

/** The device sleeps: the clock goes on, timers don't. */
const sleep = (ms: number) => jest.setSystemTime(Date.now() + ms);

/** Expects that the page has left the room once, and reported it like any other end. */
function expectOneEnd(reason: string, durationSeconds: number) {
  expectNothingOpen();
  const ended = { reason, durationSeconds };
  expect(outcomes.ends).toEqual([ended]);
  const counted = jest.mocked(countEvent).mock.calls.filter(([event]) => event === 'call_ended');
  expect(counted).toEqual([['call_ended', reason]]);
  const [{ id } = { id: '' }] = world.requested;
  expect(world.endReports).toEqual([{ id, outcome: { seconds: durationSeconds, reason } }]);
}

describe.each(['voice', 'text'] as const)('a live call by %s whose room stays open', (input) => {
  test.each([
    ['assistant-ended-call', 'assistant'],
    ['exceeded-max-duration', 'time-limit'],
    ['silence-timed-out', 'silence'],
    [undefined, 'assistant'],
  ])('ends a few seconds after the provider’s end (%s)', async (endedReason, reason) => {
    const widget = await mountCallAt('live', input);
    await performStep(undefined, 30_000);
    await performStep(() => endAtProvider(endedReason), FEW_SECONDS_MS + 500);
    expect(widget.getState()).toMatchObject({ status: 'idle', failure: null });
    expectOneEnd(reason, 30);
    expect(reports).toEqual([]);
  });

  test('fails a few seconds after the provider’s fault', async () => {
    const widget = await mountCallAt('live', input);
    await performStep(undefined, 30_000);
    await performStep(() => endAtProvider('pipeline-error-voice'), FEW_SECONDS_MS + 500);
    const failure = { kind: 'assistant-failed', phase: 'live' };
    expect(widget.getState()).toMatchObject({ status: 'idle', failure });
    expectOneEnd('failed', 30);
    expect(reports).toEqual([{ kind: 'assistant-failed', stage: 'live' }]);
  });

  test('ends a few seconds after the assistant has left', async () => {
    const widget = await mountCallAt('live', input);
    await performStep(undefined, 29_980);
    await performStep(() => world.room?.disconnectAssistant(), FEW_SECONDS_MS + 1_000);
    expect(widget.getState()).toMatchObject({ status: 'idle', failure: null });
    expectOneEnd('assistant', 30);
  });

  test('ends once its time is over, with the length that it could have', async () => {
    const widget = await mountCallAt('live', input);
    await performStep(undefined, 299_000);
    expect(widget.getState().status).toBe('live');
    await performStep(undefined, FEW_SECONDS_MS + 1_500);
    expect(widget.getState()).toMatchObject({ status: 'idle', failure: null });
    expectOneEnd('time-limit', 300);
  });

  test.each([
    ['when timers run again', () => undefined],
    ['when the page is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('ends after the device has slept, %s', async (_, wakeUp) => {
    const widget = await mountCallAt('live', input);
    await performStep(undefined, 40_000);
    sleep(HOUR_MS);
    await performStep(wakeUp, 1_500);
    expect(widget.getState()).toMatchObject({ status: 'idle', failure: null });
    expectOneEnd('time-limit', 300);
  });
});

test('a connection lost while the device sleeps is no failure, but the time limit', async () => {
  const widget = await mountCallAt('live');
  sleep(HOUR_MS);
  await performStep(() => world.room?.close({ type: 'connection-error', msg: 'lost' }), 1_000);
  expect(widget.getState()).toMatchObject({ status: 'idle', failure: null });
  expectOneEnd('time-limit', 300);
});

test('a short sleep does not end the call', async () => {
  const widget = await mountCallAt('live');
  sleep(200_000);
  await performStep(() => document.dispatchEvent(new Event('visibilitychange')), 10_000);
  expect(widget.getState().status).toBe('live');
});

describe('a live call whose connection is dead', () => {
  const lost = { kind: 'connection-lost', phase: 'live' };
  const changeVisibility = (isHidden: boolean) => {
    const visibility = isHidden ? 'hidden' : 'visible';
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const interrupt = (event: 'interrupted' | 'connected', type: 'signaling' | 'sfu' = 'sfu') =>
    world.sdk?.emit('network-connection', { action: 'network-connection', type, event } as never);
  const turn = (event: 'online' | 'offline') => window.dispatchEvent(new Event(event));

  function expectLoss(widget: Awaited<ReturnType<typeof mountCallAt>>, seconds: number) {
    expect(widget.getState()).toMatchObject({ status: 'idle', failure: lost });
    expectOneEnd('failed', seconds);
    expect(reports).toEqual([{ kind: 'connection-lost', stage: 'live' }]);
  }

  const fire = (type: string) => document.dispatchEvent(new Event(type));
  const lock = () => changeVisibility(true);
  test.each<[string, () => unknown, () => unknown]>([
    ['locked, once it is shown again', lock, () => changeVisibility(false)],
    ['locked, once it runs again', lock, () => undefined],
    [
      'locked, once it is shown again, and the SDK notices first',
      lock,
      () => {
        world.room?.close({ type: 'connection-error', msg: 'lost' });
        changeVisibility(false);
      },
    ],
    ['frozen while it was shown, once it runs again', () => fire('freeze'), () => fire('resume')],
  ])('fails after a page was %s', async (_, fallAsleep, wakeUp) => {
    const widget = await mountCallAt('live');
    await performStep(undefined, 39_980);
    await performStep(fallAsleep);
    sleep(60_000);
    await performStep(wakeUp, 2_000);
    expectLoss(widget, 40);
  });

  test('does not count a sleep while the browser asked for the microphone', async () => {
    const widget = await mountCallAt('start');
    await performStep(() => fire('freeze'));
    sleep(60_000);
    await performStep(() => fire('resume'));
    for (const answer of world.answers) await performStep(answer);
    await performStep(undefined, 40_000);
    expect(widget.getState()).toMatchObject({ status: 'live', connection: 'steady' });
  });

  test.each<[string, number, () => unknown]>([
    ['its time is over', HOUR_MS, () => undefined],
    ['the connection is lost', 60_000, lock],
  ])('stops the microphone within the event that shows the page, when %s', async (_, ms, act) => {
    await mountCallAt('live');
    await performStep(act);
    sleep(ms);
    await performStep(() => {
      changeVisibility(false);
      expect(world.liveTracks).toEqual([]);
    });
  });

  test.each([
    ['the browser is offline', () => turn('offline')],
    ['the SDK reports an interruption', () => interrupt('interrupted')],
  ])('says so while %s, and fails after half a minute', async (_, breakOff) => {
    const widget = await mountCallAt('live');
    await performStep(undefined, 40_000);
    await performStep(breakOff, 29_000);
    expect(widget.getState()).toMatchObject({ status: 'live', connection: 'interrupted' });
    await performStep(undefined, 2_000);
    expectLoss(widget, 40);
  });

  test('goes on if the connection comes back', async () => {
    const widget = await mountCallAt('live');
    for (let times = 0; times < 4; times += 1) {
      await performStep(() => (turn('offline'), interrupt('interrupted')), 10_000);
      await performStep(() => turn('online'), 10_000);
      expect(widget.getState()).toMatchObject({ connection: 'interrupted' });
      await performStep(() => interrupt('connected'), 1_000);
      expect(widget.getState()).toMatchObject({ status: 'live', connection: 'steady' });
    }
    expect(world.liveTracks).toHaveLength(1);
  });

  test('goes on while a hidden page runs, and after a short sleep', async () => {
    const widget = await mountCallAt('live');
    await performStep(() => changeVisibility(true), 200_000);
    sleep(20_000);
    await performStep(() => changeVisibility(false), 10_000);
    expect(widget.getState()).toMatchObject({ status: 'live', connection: 'steady' });
  });

  test('leaves nothing behind that watches', async () => {
    const widget = await mountCallAt('live');
    await performStep(() => widget.getSession().end(), 600);
    const before = widget.getState();
    await performStep(() => turn('offline'), 60_000);
    expect(widget.getState()).toBe(before);
    expectOneEnd('visitor', 0);
  });
});

test('an assistant that comes back within a few seconds goes on with the call', async () => {
  const widget = await mountCallAt('live');
  for (let times = 0; times < 5; times += 1) {
    await performStep(() => world.room?.disconnectAssistant(), 2_000);
    await performStep(() => world.room?.connectAssistant(), 2_000);
  }
  await performStep(undefined, 20_000);
  expect(widget.getState().status).toBe('live');
  expect(world.liveTracks).toHaveLength(1);
  expect(outcomes).toMatchObject({ starts: 1, ends: [] });
});

test('the provider’s end counts even if the assistant stays, or the end is repeated', async () => {
  const widget = await mountCallAt('live');
  for (let times = 0; times < 4; times += 1)
    await performStep(() => endAtProvider('assistant-ended-call'), 1_500);
  expect(widget.getState()).toMatchObject({ status: 'idle', failure: null });
  expectOneEnd('assistant', 0);
});

test('events that arrive later change nothing, also not the next call', async () => {
  const widget = await mountCallAt('live');
  const [sdk] = world.sdks;
  await performStep(() => endAtProvider('assistant-ended-call'), FEW_SECONDS_MS + 500);
  const before = widget.getState();
  const emitLate = () => {
    sdk?.emit('message', { type: 'status-update', status: 'ended', endedReason: 'pipeline-error' });
    sdk?.emit('message', { type: 'transcript', role: 'assistant', transcript: 'Late' });
    sdk?.emit('speech-start');
    sdk?.emit('call-start');
    sdk?.emit('call-end');
    sdk?.emit('error', { type: 'daily-error', error: { type: 'ejected' } });
  };
  await performStep(emitLate, FEW_SECONDS_MS);
  expect(widget.getState()).toBe(before);
  expect(widget.getSession().transcript.get().entries).toEqual([]);
  expectOneEnd('assistant', 0);
  await playUntil(widget, 'live');
  await performStep(emitLate, FEW_SECONDS_MS + 500);
  expect(widget.getState()).toMatchObject({ status: 'live', activity: 'listening' });
  expect(world.liveTracks).toHaveLength(1);
});

describe('a call that is not live yet', () => {
  const playToWaiting = () => mountCallAt('join');

  test.each([
    ['assistant-ended-call', 'call-refused'],
    ['pipeline-error-voice', 'assistant-failed'],
    ['customer-did-not-give-microphone-permission', 'microphone-denied'],
  ])('fails a few seconds after the provider’s end (%s)', async (endedReason, kind) => {
    const widget = await playToWaiting();
    await performStep(() => endAtProvider(endedReason), FEW_SECONDS_MS + 500);
    expect(widget.getState()).toEqual({
      status: 'idle',
      failure: { kind, phase: 'waiting' },
      ended: null,
    });
    expectNothingOpen();
    expect(reports).toEqual([{ kind, stage: 'waiting' }]);
    expect(world.endReports).toHaveLength(1);
  });

  test('fails a few seconds after the assistant has left', async () => {
    world.shouldRefusePlayback = true;
    const widget = await mountCallAt('live');
    expect(widget.getState()).toMatchObject({ status: 'connecting', playback: 'blocked' });
    await performStep(undefined, 1_000);
    await performStep(() => world.room?.disconnectAssistant(), FEW_SECONDS_MS + 1_000);
    const failure = { kind: 'call-refused', phase: 'waiting' };
    expect(widget.getState()).toMatchObject({ status: 'idle', failure });
    expectNothingOpen();
  });

  test.each(['microphone', 'room', 'script', 'join'] as const)(
    'is given up after a sleep at the stage %s',
    async (stage) => {
      const widget = await mountCallAt(stage);
      sleep(HOUR_MS);
      await performStep(undefined, 3_500);
      expect(widget.getState()).toMatchObject({ status: 'idle', failure: { kind: 'no-answer' } });
      expect(world.liveTracks).toEqual([]);
    },
  );

  test('waits for an assistant that has not come', async () => {
    const widget = await playToWaiting();
    await performStep(undefined, 20_000);
    expect(widget.getState().status).toBe('connecting');
  });
});
