import type { SdkProgress, VoiceSdk } from '@/lib/call/sdk/voice-sdk';
import {
  sdkCall,
  dial,
  events,
  findFailure,
  join,
  goLive,
  permissionTrack,
  sdk,
  setUpSdkCall,
  listEventTypes,
  world,
} from './sdk-call-fixture';
import { advance } from '../session/fake-browser';
import { defer } from '../audio/fake-devices';
import { createCall } from './fake-sdk';
import { openRoom } from './room-fixture';
import { sdkErrors } from './sdk-error-fixtures';

setUpSdkCall();

const createFailure = (kind: string, phase: string, detail: string) => ({
  type: 'failed',
  failure: { kind, phase },
  detail,
  callId: null,
});

describe('dialling', () => {
  it('calls the assistant', () => {
    const start = jest.spyOn(sdk, 'start');
    sdkCall.dial('demo');
    expect(start.mock.calls).toEqual([['demo']]);
  });

  it('starts no call, which would cost money, after it was canceled', () => {
    const start = jest.spyOn(sdk, 'start');
    sdkCall.end('visitor');
    sdkCall.dial('demo');
    expect(start).not.toHaveBeenCalled();
  });

  it.each([null, undefined])('fails with the answer %s', async (answer) => {
    jest.spyOn(sdk, 'start').mockResolvedValue(answer as null);
    await dial();
    expect(findFailure()).toEqual(createFailure('start-failed', 'dialling', 'no answer'));
  });

  it('waits for the assistant after any other answer', async () => {
    jest.spyOn(sdk, 'start').mockResolvedValue(createCall('call'));
    await dial();
    expect(events).toEqual([]);
  });

  it('reads a rejection of start() and keeps the vendor’s text for the console', async () => {
    const message = 'Assistant or Squad or Workflow must be provided.';
    jest.spyOn(sdk, 'start').mockRejectedValue(new Error(message));
    await dial();
    expect(findFailure()).toEqual(createFailure('not-configured', 'dialling', message));
  });

  it('stops a microphone opened before a canceled call was answered', async () => {
    const start = sdk.start.bind(sdk);
    const due = defer<void>();
    jest.spyOn(sdk, 'start').mockImplementation(async () => {
      const call = await start();
      await due.promise;
      return call;
    });
    await join();
    if (world.room) world.room.isHung = true;
    sdkCall.end('visitor');
    await advance(100);
    await world.room?.switchMicrophone();
    expect(world.liveTracks).toHaveLength(1);
    due.resolve();
    await advance(0);
    expect(world.liveTracks).toEqual([]);
    await advance(5_000);
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
    sdk.emitProgress(stage, 'started');
    sdk.emit('error', sdkErrors.neverSeen);
    expect(findFailure()).toMatchObject({ failure: { kind: 'unknown', phase: named } });
  });

  it.each([
    ['does not change with an unknown step', 'joining', 'started', 'a-new-step'],
    ['does not change with a step named as a method', 'joining', 'started', 'constructor'],
    ['is waiting once the room is joined', 'waiting', 'completed', 'daily-call-join'],
  ] as const)('%s', (_, named, joined, step) => {
    sdk.emitProgress('daily-call-join', joined);
    sdk.emitProgress(step, 'completed');
    sdk.emit('error', sdkErrors.neverSeen);
    expect(findFailure()).toMatchObject({ failure: { phase: named } });
  });

  it('stays live while the SDK still sets things up', async () => {
    await goLive();
    sdk.emitProgress('daily-call-join', 'completed');
    world.room?.close({ type: 'connection-error', msg: 'lost' });
    expect(findFailure()).toMatchObject({ failure: { kind: 'connection-lost', phase: 'live' } });
  });
});

describe('the id of the call', () => {
  const reportCreated = (
    metadata?: Record<string, unknown>,
    { stage = 'web-call-creation', status = 'completed' as SdkProgress['status'] } = {},
  ) => sdk.emitProgress(stage, status, metadata);
  const listReportedCallIds = () => {
    sdk.emit('error', sdkErrors.neverSeen);
    return (findFailure() as { callId: string | null }).callId;
  };

  const known = { callId: 'call-9' };

  it.each([
    [known, {}, 'call-9'],
    [undefined, {}, null],
    [{}, {}, null],
    [{ callId: 'unknown' }, {}, null],
    [{ callId: 9 }, {}, null],
    [known, { stage: 'daily-call-join' }, null],
    [known, { status: 'started' as const }, null],
  ])('of a failure, after %p with %p, is %p', (metadata, step, id) => {
    reportCreated(metadata, step);
    expect(listReportedCallIds()).toBe(id);
  });
});

describe('the microphone opened for permission', () => {
  it('is closed once the SDK has joined with its own', async () => {
    await dial();
    world.answerPost();
    await advance(0);
    world.room?.loadScript();
    await advance(0);
    expect(permissionTrack.readyState).toBe('live');
    world.room?.acceptJoin();
    await advance(0);
    expect(permissionTrack.readyState).toBe('ended');
    expect(world.liveTracks).toHaveLength(1);
  });

  it.each([
    { stage: 'daily-call-join', status: 'started' as const },
    { stage: 'mobile-permissions', status: 'completed' as const },
  ])('stays open during %p', ({ stage, status }) => {
    sdk.emitProgress(stage, status);
    expect(permissionTrack.readyState).toBe('live');
  });

  it('is closed when the call is live, at the latest', async () => {
    const inRoom: VoiceSdk = sdk;
    jest.spyOn(inRoom, 'getDailyCallObject').mockReturnValue(openRoom());
    sdk.emit('call-start');
    expect(listEventTypes()).toEqual(['live']);
    expect(permissionTrack.readyState).toBe('ended');
  });
});

describe('the answer timeout', () => {
  it('ends 25 seconds after dialling', async () => {
    await dial();
    await advance(24_999);
    expect(events).toEqual([]);
    await advance(1);
    expect(findFailure()).toEqual(createFailure('no-answer', 'dialling', 'nothing after 25000 ms'));
  });

  it('restarts when the browser asks for a tap, and after the tap', async () => {
    world.shouldRefusePlayback = true;
    await join();
    await advance(20_000);
    world.room?.connectAssistant();
    expect(events).toEqual([{ type: 'playback', playback: 'blocked' }]);
    await advance(24_000);
    world.shouldRefusePlayback = false;
    // The assistant does not answer the tap.
    jest.spyOn(world.room!, 'sendAppMessage').mockReturnValue(undefined);
    await sdkCall.unblockPlayback();
    await advance(24_000);
    expect(listEventTypes()).toEqual(['playback', 'playback']);
    await advance(1_000);
    expect(findFailure()).toMatchObject({ failure: { kind: 'no-answer' } });
  });

  it('leaves no timer after the call', async () => {
    await dial();
    sdkCall.end('visitor');
    expect(jest.getTimerCount()).toBe(0);
  });
});

it('chooses no microphone before there is a room', async () => {
  await dial();
  await sdkCall.microphone?.choose('desk');
  expect(sdk.devices).toEqual([]);
});

it('emits nothing after a tap when playback is still blocked', async () => {
  world.shouldRefusePlayback = true;
  await join();
  world.room?.connectAssistant();
  await sdkCall.unblockPlayback();
  expect(events).toEqual([{ type: 'playback', playback: 'blocked' }]);
});
