import {
  endAtProvider,
  expectNothingOpen,
  mountCallAt,
  performStep,
  setUpFakeWorld,
  world,
} from '../session/call-fixture';
import { cameraErrors } from './sdk-error-fixtures';

setUpFakeWorld();

describe('joining', () => {
  it('is live from the answer on, with the time limit from the join of the room', async () => {
    const { getState } = await mountCallAt('script');
    const endsAt = Date.now() + 300_000;
    await performStep(() => world.room?.acceptJoin(), 20_000);
    expect(getState()).toMatchObject({ status: 'connecting', phase: 'dialling' });
    const startedAt = Date.now();
    await performStep(() => world.room?.connectAssistant());
    expect(getState()).toMatchObject({ status: 'live', startedAt, endsAt });
    await performStep(() => world.sdk?.emit('call-start'));
    expect(getState()).toMatchObject({ startedAt });
  });

  it('is live once it has joined when the assistant answers before', async () => {
    const { getState } = await mountCallAt('script');
    await performStep(() => world.sdk?.emit('call-start'));
    expect(getState().status).toBe('connecting');
    await performStep(() => world.room?.acceptJoin());
    expect(getState().status).toBe('live');
  });

  it('gives the SDK the address of a call machine of our own, and no eval', async () => {
    const callObjectBundleUrlOverride = 'https://machine.example/call.js';
    world.config.callMachineUrl = callObjectBundleUrlOverride;
    await mountCallAt('room');
    const options = { avoidEval: true, callObjectBundleUrlOverride };
    expect(world.sdk?.given).toEqual(['', undefined, options, {}]);
  });
});

describe('without an answer', () => {
  const noAnswer = { status: 'idle', failure: { kind: 'no-answer' } };

  it('fails 25 seconds after dialling', async () => {
    const { getState } = await mountCallAt('microphone');
    await performStep(undefined, 24_900);
    expect(getState().status).toBe('connecting');
    await performStep(undefined, 500);
    expect(getState()).toMatchObject(noAnswer);
  });

  it('waits again when the browser asks for a tap, and after the tap', async () => {
    world.shouldRefusePlayback = true;
    const { session, getState } = await mountCallAt('join');
    // Only a live call can lose its connection.
    const interruption = { type: 'sfu', event: 'interrupted' } as const;
    await performStep(undefined, 1_000);
    await performStep(() => world.sdk?.emit('network-connection', interruption), 19_000);
    await performStep(() => world.room?.connectAssistant(), 24_000);
    await performStep(() => session.call?.room?.sound.unblock());
    expect(getState()).toMatchObject({ status: 'connecting', playback: 'blocked' });
    world.shouldRefusePlayback = false;
    // The assistant does not answer the tap.
    jest.spyOn(world.room!, 'sendAppMessage').mockReturnValue(undefined);
    await performStep(() => session.call?.room?.sound.unblock(), 12_000);
    // More of its sound is no reason to wait longer.
    const player = document.querySelector('audio')!;
    await performStep(() => void player.dispatchEvent(new Event('playing')), 12_000);
    expect(getState()).toMatchObject({ status: 'connecting', playback: 'playing' });
    await performStep(undefined, 1_500);
    expect(getState()).toMatchObject(noAnswer);
  });
});

describe('the end', () => {
  it('leaves no timer, and hands the room on', async () => {
    const { session } = await mountCallAt('live');
    const { call } = session;
    session.end();
    expect(session.call).toBe(call);
    await performStep(undefined, 100);
    expect(session.call).toBeNull();
    await expect(call?.whenReleased).resolves.toBeUndefined();
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    ['exp-room', undefined, 'time-limit'],
    ['ejected', undefined, 'assistant'],
    [undefined, undefined, 'assistant'],
    ['exp-room', 'silence-timed-out', 'silence'],
  ])(
    'with the error %s after "%s" is by %s, and the SDK cleans up',
    async (type, endedReason, reason) => {
      const { getState } = await mountCallAt('live');
      const stop = jest.spyOn(world.sdk!, 'stop');
      await performStep(() => endedReason && endAtProvider(endedReason));
      await performStep(() => world.room?.close(type ? { type, msg: 'over' } : undefined), 1_000);
      expect(getState()).toMatchObject({ status: 'idle', failure: null, ended: { reason } });
      expect(stop).not.toHaveBeenCalled();
    },
  );

  it('comes when the microphone fails before the call is live, and leaves the room', async () => {
    const { getState } = await mountCallAt('join');
    await performStep(() => world.sdk?.emit('camera-error', cameraErrors.busy), 1_000);
    const failure = { kind: 'microphone-busy', phase: 'waiting' };
    expect(getState()).toEqual({ status: 'idle', failure, ended: null });
    expectNothingOpen();
  });
});

it('changes no setting once it is over', async () => {
  const { session } = await mountCallAt('live');
  const { sdk, room } = world;
  room!.isHung = true;
  session.end();
  const setLocalAudio = jest.spyOn(room!, 'setLocalAudio');
  session.toggleMute();
  session.toggleMute();
  session.setVolume(0.5);
  await session.chooseMicrophone('desk');
  await session.chooseLoudspeaker('desk');
  expect(setLocalAudio).not.toHaveBeenCalled();
  expect(sdk).toMatchObject({ volume: 1, devices: [] });
});
