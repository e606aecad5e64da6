import { makeCall } from '@/lib/call/session/conversation';
import {
  endAtProvider,
  expectNothingOpen,
  mountCallAt,
  performStep,
  setUpFakeWorld,
  world,
} from '../session/call-fixture';
import { cameraErrors, sdkErrors } from './sdk-error-fixtures';

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

  it('closes the microphone opened for permission once the SDK has its own', async () => {
    await mountCallAt('script');
    const [permissionTrack] = world.tracks;
    expect(permissionTrack?.readyState).toBe('live');
    await performStep(() => world.room?.acceptJoin());
    expect(permissionTrack?.readyState).toBe('ended');
    expect(world.liveTracks).toHaveLength(1);
  });

  it('gives the SDK the address of a call machine of our own, and no eval', async () => {
    const made: unknown[][] = [];
    const Sdk = class extends world.Sdk {
      constructor(...args: unknown[]) {
        super();
        made.push(args);
      }
    };
    world.config.callMachineUrl = 'https://machine.example/call.js';
    const loadCode = async () => ({ makeCall, runSdk: () => Sdk });
    await mountCallAt('room', 'voice', { loadCode });
    const given = { avoidEval: true, callObjectBundleUrlOverride: world.config.callMachineUrl };
    expect(made).toEqual([['', undefined, given, {}]]);
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
    await performStep(undefined, 20_000);
    await performStep(() => world.room?.connectAssistant(), 24_000);
    await performStep(() => session.call?.unblockPlayback());
    expect(getState()).toMatchObject({ status: 'connecting', playback: 'blocked' });
    world.shouldRefusePlayback = false;
    // The assistant does not answer the tap.
    jest.spyOn(world.room!, 'sendAppMessage').mockReturnValue(undefined);
    await performStep(() => session.call?.unblockPlayback(), 24_000);
    expect(getState()).toMatchObject({ status: 'connecting', playback: 'playing' });
    await performStep(undefined, 1_500);
    expect(getState()).toMatchObject(noAnswer);
  });
});

it('goes on when its sound is blocked, until a tap', async () => {
  const { session, getState } = await mountCallAt('live');
  await performStep(() => world.sdk?.emit('error', sdkErrors.playbackBlocked), 60_000);
  expect(getState()).toMatchObject({ status: 'live', playback: 'blocked' });
  await performStep(() => session.call?.unblockPlayback(), 60_000);
  expect(getState()).toMatchObject({ status: 'live', playback: 'playing' });
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

  it('is a refusal before the call is live', async () => {
    const { getState } = await mountCallAt('join');
    await performStep(() => world.room?.close(), 1_000);
    const failure = { kind: 'call-refused', phase: 'waiting' };
    expect(getState()).toEqual({ status: 'idle', failure, ended: null });
  });

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
  const { call } = session;
  const { sdk, room } = world;
  room!.isHung = true;
  session.end();
  const setLocalAudio = jest.spyOn(room!, 'setLocalAudio');
  call?.setMuted(true);
  call?.setMuted(false);
  session.setVolume(0.5);
  await session.chooseMicrophone('desk');
  await session.chooseLoudspeaker('desk');
  expect(setLocalAudio).not.toHaveBeenCalled();
  expect(sdk).toMatchObject({ volume: 1, devices: [] });
});

it('ignores a tap whose sound plays only after the end', async () => {
  const { session, getState } = await mountCallAt('live');
  let resolvePlay: () => void = () => undefined;
  HTMLMediaElement.prototype.play = () => new Promise((resolve) => (resolvePlay = resolve));
  void session.call?.unblockPlayback();
  await performStep(() => session.end());
  const before = getState();
  await performStep(resolvePlay);
  expect(getState()).toBe(before);
  expectNothingOpen();
});
