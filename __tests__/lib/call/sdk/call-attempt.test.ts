import type { SdkProgress, VoiceSdk } from '@/lib/call/sdk/voice-sdk';
import {
  attempt,
  dial,
  events,
  failed,
  join,
  live,
  permissionTrack,
  sdk,
  setUpAttempt,
  types,
  world,
} from './attempt-bench';
import { pass } from '../state/fake-browser';
import { newCall } from './fake-sdk';
import { openRoom } from './room-bench';
import { sdkErrors } from './sdk-error-fixtures';

setUpAttempt();

describe('dialling', () => {
  it('calls the assistant', () => {
    const start = jest.spyOn(sdk, 'start');
    attempt.dial('demo');
    expect(start.mock.calls).toEqual([['demo']]);
  });

  it('starts no call, which would cost money, after it was cancelled', () => {
    const start = jest.spyOn(sdk, 'start');
    attempt.end('visitor');
    attempt.dial('demo');
    expect(start).not.toHaveBeenCalled();
  });

  it.each([null, undefined])(
    'takes the answer %s, without any error, for a failure',
    async (answer) => {
      jest.spyOn(sdk, 'start').mockResolvedValue(answer as null);
      await dial();
      expect(failed()).toEqual({
        type: 'failed',
        failure: { kind: 'start-failed', phase: 'dialling' },
        detail: 'no answer',
        callId: null,
      });
    },
  );

  it('waits for the assistant after every other answer', async () => {
    jest.spyOn(sdk, 'start').mockResolvedValue(newCall('call'));
    await dial();
    expect(events).toEqual([]);
  });

  it('reads a rejection of start() and keeps the vendor’s text for the console', async () => {
    const message = 'Assistant or Squad or Workflow must be provided.';
    jest.spyOn(sdk, 'start').mockRejectedValue(new Error(message));
    await dial();
    expect(failed()).toMatchObject({
      failure: { kind: 'not-configured', phase: 'dialling' },
      detail: message,
    });
  });

  it('stops a microphone that was opened before a cancelled call was answered', async () => {
    const start = sdk.start.bind(sdk);
    let answers: () => void = () => undefined;
    const due = new Promise<void>((resolve) => (answers = resolve));
    jest.spyOn(sdk, 'start').mockImplementation(async () => {
      const call = await start();
      await due;
      return call;
    });
    await join();
    if (world.room) world.room.hung = true;
    attempt.end('visitor');
    await pass(100);
    await world.room?.switchMicrophone();
    expect(world.liveTracks).toHaveLength(1);
    answers();
    await pass(0);
    expect(world.liveTracks).toEqual([]);
    await pass(5_000);
  });
});

describe('the stage of a failure', () => {
  it.each([
    ['web-call-creation', 'dialling'],
    ['daily-call-object-creation', 'joining'],
    ['mobile-permissions', 'joining'],
    ['daily-call-join', 'joining'],
    ['video-recording-setup', 'waiting'],
    ['audio-observer-setup', 'waiting'],
    ['audio-processing-setup', 'waiting'],
  ])('after %s is %s', (stage, named) => {
    sdk.progress(stage, 'started');
    sdk.emit('error', sdkErrors.neverSeen);
    expect(failed()).toMatchObject({ failure: { kind: 'unknown', phase: named } });
  });

  it('does not change with an unknown step', () => {
    sdk.progress('daily-call-join', 'started');
    sdk.progress('a-new-step', 'completed');
    sdk.emit('error', sdkErrors.neverSeen);
    expect(failed()).toMatchObject({ failure: { phase: 'joining' } });
  });

  it('is waiting as soon as the room is joined', () => {
    sdk.progress('daily-call-join', 'completed');
    sdk.emit('error', sdkErrors.neverSeen);
    expect(failed()).toMatchObject({ failure: { phase: 'waiting' } });
  });

  it('stays live while the SDK still sets things up', async () => {
    await live();
    sdk.progress('daily-call-join', 'completed');
    world.room?.close({ type: 'connection-error', msg: 'lost' });
    expect(failed()).toMatchObject({ failure: { kind: 'connection-lost', phase: 'live' } });
  });
});

describe('the id of the call', () => {
  const created = (
    metadata?: Record<string, unknown>,
    { stage = 'web-call-creation', status = 'completed' as SdkProgress['status'] } = {},
  ) => sdk.progress(stage, status, metadata);
  const told = () => {
    sdk.emit('error', sdkErrors.neverSeen);
    return (failed() as { callId: string | null }).callId;
  };

  it('is part of the failure', () => {
    created({ callId: 'call-9' });
    expect(told()).toBe('call-9');
  });

  it.each([[undefined], [{}], [{ callId: 'unknown' }], [{ callId: 9 }]])(
    'is not known from %p',
    (metadata) => {
      created(metadata);
      expect(told()).toBeNull();
    },
  );

  it.each([{ stage: 'daily-call-join' }, { status: 'started' as const }])(
    'is not read from %p',
    (step) => {
      created({ callId: 'call-9' }, step);
      expect(told()).toBeNull();
    },
  );
});

describe('the microphone opened for permission', () => {
  it('is closed as soon as the SDK has joined with its own one', async () => {
    await dial();
    world.answerPost();
    await pass(0);
    world.room?.loadScript();
    await pass(0);
    expect(permissionTrack.readyState).toBe('live');
    world.room?.acceptJoin();
    await pass(0);
    expect(permissionTrack.readyState).toBe('ended');
    expect(world.liveTracks).toHaveLength(1);
  });

  it.each([
    { stage: 'daily-call-join', status: 'started' as const },
    { stage: 'mobile-permissions', status: 'completed' as const },
  ])('stays open during %p', ({ stage, status }) => {
    sdk.progress(stage, status);
    expect(permissionTrack.readyState).toBe('live');
  });

  it('is closed when the call is live, at the latest', async () => {
    const inRoom: VoiceSdk = sdk;
    jest.spyOn(inRoom, 'getDailyCallObject').mockReturnValue(openRoom());
    sdk.emit('call-start');
    expect(types()).toEqual(['live']);
    expect(permissionTrack.readyState).toBe('ended');
  });
});

describe('the answer timeout', () => {
  it('ends 25 seconds after dialling', async () => {
    await dial();
    await pass(24_999);
    expect(events).toEqual([]);
    await pass(1);
    expect(failed()).toEqual({
      type: 'failed',
      failure: { kind: 'no-answer', phase: 'dialling' },
      detail: 'nothing after 25000 ms',
      callId: null,
    });
  });

  it('starts again when the browser asks for a tap, and after the tap', async () => {
    world.refusesPlayback = true;
    await join();
    await pass(20_000);
    world.room?.connectAssistant();
    expect(events).toEqual([{ type: 'playback', playback: 'blocked' }]);
    await pass(24_000);
    world.refusesPlayback = false;
    // The assistant does not answer the tap.
    jest.spyOn(world.room!, 'sendAppMessage').mockReturnValue(undefined);
    await attempt.unblockPlayback();
    await pass(24_000);
    expect(types()).toEqual(['playback', 'playback']);
    await pass(1_000);
    expect(failed()).toMatchObject({ failure: { kind: 'no-answer' } });
  });

  it('leaves no timer after the call', async () => {
    await dial();
    attempt.end('visitor');
    expect(jest.getTimerCount()).toBe(0);
  });
});

it('chooses no microphone before there is a room', async () => {
  await dial();
  await attempt.chooseMicrophone('desk');
  expect(sdk.devices).toEqual([]);
});

it('emits nothing after a tap when playback is still blocked', async () => {
  world.refusesPlayback = true;
  await join();
  world.room?.connectAssistant();
  await attempt.unblockPlayback();
  expect(events).toEqual([{ type: 'playback', playback: 'blocked' }]);
});
