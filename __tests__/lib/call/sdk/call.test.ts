import { Call } from '@/lib/call/sdk/call';
import type { CallEvent } from '@/lib/call/types';
import { advance } from '../session/fake-browser';
import { setUpFakeWorld, world } from '../session/call-fixture';
import { cameraErrors, sdkErrors } from './sdk-error-fixtures';
import type { FakeSdk } from './fake-sdk';

let call: Call;
let sdk: FakeSdk;
/** What the call has emitted so far, but the state of its connection. */
let events: CallEvent[];
let connection: string;

setUpFakeWorld();
beforeEach(() => {
  world.isPermitted = true;
  events = [];
  const config = { assistantId: 'demo', callMachineUrl: null, maxSeconds: 300 };
  const options = { config, inputKind: 'voice', volume: 1 } as const;
  const whenRoomIsFree = Promise.resolve();
  call = new Call({ ...options, runSdk: () => world.Sdk, whenRoomIsFree }, (event) => {
    if (event.type === 'connection') ({ connection } = event);
    else events.push(event);
  });
});

const listEventTypes = () => events.map(({ type }) => type);
const findFailure = () => events.find((event) => event.type === 'over' && event.failure);
const ended = (reason: string) => ({
  type: 'over',
  ended: { durationSeconds: 0, reason },
  failure: null,
  detail: '',
});

async function dial(): Promise<void> {
  void call.start();
  await advance(0);
  events = [];
}
async function join(): Promise<void> {
  await dial();
  for (const answer of world.answers.slice(1, 4)) {
    answer();
    await advance(0);
  }
  sdk = world.sdk!;
}
async function goLive(): Promise<void> {
  await join();
  world.room?.connectAssistant();
  await advance(0);
}

describe('joining', () => {
  it('is not live until the assistant answers, whatever the SDK says', async () => {
    await join();
    expect(listEventTypes()).toEqual([]);
    world.room?.connectAssistant();
    sdk.emit('call-start');
    const startedAt = Date.now();
    expect(events).toEqual([{ type: 'live', startedAt, endsAt: startedAt + 300_000 }]);
  });

  it('is live once it has joined when the assistant answers before', async () => {
    await dial();
    for (const answer of world.answers.slice(1, 3)) {
      answer();
      await advance(0);
    }
    world.sdk?.emit('call-start');
    expect(listEventTypes()).toEqual([]);
    world.room?.acceptJoin();
    await advance(0);
    expect(listEventTypes()).toEqual(['live']);
  });

  it('closes the microphone opened for permission once the SDK has its own', async () => {
    await dial();
    world.answerPost();
    await advance(0);
    world.room?.loadScript();
    await advance(0);
    const [permissionTrack] = world.tracks;
    expect(permissionTrack?.readyState).toBe('live');
    world.room?.acceptJoin();
    await advance(0);
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
    const callMachineUrl = 'https://machine.example/call.js';
    const config = { assistantId: 'demo', callMachineUrl, maxSeconds: 300 };
    const options = { config, inputKind: 'voice', volume: 1 } as const;
    const whenRoomIsFree = Promise.resolve();
    const other = new Call({ ...options, runSdk: () => Sdk, whenRoomIsFree }, () => undefined);
    void other.start();
    await advance(0);
    world.answerPost();
    await advance(0);
    const given = { avoidEval: true, callObjectBundleUrlOverride: callMachineUrl };
    expect(made).toEqual([['', undefined, given, {}]]);
    other.end('visitor');
    await advance(3_000);
  });
});

describe('the answer timeout', () => {
  const noAnswer = { failure: { kind: 'no-answer', phase: 'dialling' } };

  it('ends 25 seconds after dialling', async () => {
    await dial();
    await advance(24_900);
    expect(events).toEqual([]);
    await advance(500);
    expect(findFailure()).toMatchObject(noAnswer);
  });

  it('restarts when the browser asks for a tap, and after the tap', async () => {
    world.shouldRefusePlayback = true;
    await join();
    await advance(20_000);
    world.room?.connectAssistant();
    expect(events).toEqual([{ type: 'playback', playback: 'blocked' }]);
    await advance(24_000);
    await call.unblockPlayback();
    expect(listEventTypes()).toEqual(['playback']);
    world.shouldRefusePlayback = false;
    // The assistant does not answer the tap.
    jest.spyOn(world.room!, 'sendAppMessage').mockReturnValue(undefined);
    await call.unblockPlayback();
    await advance(24_000);
    expect(listEventTypes()).toEqual(['playback', 'playback']);
    await advance(1_500);
    expect(findFailure()).toMatchObject({ failure: { kind: 'no-answer' } });
  });

  it('leaves no timer after the call', async () => {
    await dial();
    call.end('visitor');
    await advance(0);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('a call that is live', () => {
  it('counts its time from the join of the room, not from the first sound', async () => {
    world.shouldRefusePlayback = true;
    await join();
    const endsAt = Date.now() + 300_000;
    world.room?.connectAssistant();
    await advance(20_000);
    world.shouldRefusePlayback = false;
    await call.unblockPlayback();
    const startedAt = Date.now();
    expect(events).toContainEqual({ type: 'live', startedAt, endsAt });
  });

  it('sends typed words only after the answer, in a joined room and before the end', async () => {
    await join();
    const room = world.room!;
    expect(call.type('Hello')).toBe(false);
    room.connectAssistant();
    jest.spyOn(room, 'meetingState').mockReturnValueOnce('left-meeting');
    expect(call.type('Hello')).toBe(false);
    expect(call.type('Hello')).toBe(true);
    call.end('visitor');
    expect(room.state).toBe('joined-meeting');
    expect(call.type('Hello')).toBe(false);
    expect(room.sent).toHaveLength(2);
    await advance(1_000);
  });

  it('emits its events', async () => {
    await goLive();
    events.length = 0;
    sdk.emit('speech-start');
    sdk.emit('speech-end');
    sdk.emit('volume-level', 0.5);
    sdk.emit('local-volume-level', 0.25);
    sdk.emit('local-audio-level-observer-error', new Error('no meter'));
    sdk.emit('message', { type: 'transcript', role: 'user', transcript: 'Hi' });
    sdk.emit('message', { type: 'of no use' });
    expect(events).toEqual([
      { type: 'assistant-speech', speaking: true },
      { type: 'assistant-speech', speaking: false },
      { type: 'level', who: 'assistant', level: 0.5 },
      { type: 'level', who: 'visitor', level: 0.25 },
      { type: 'meter-failed' },
      { type: 'transcript', who: 'visitor', final: false, text: 'Hi' },
    ]);
  });

  it('continues when it is long or its sound is blocked', async () => {
    await goLive();
    sdk.emit('error', sdkErrors.playbackBlocked);
    await advance(60_000);
    await call.unblockPlayback();
    await advance(60_000);
    expect(listEventTypes()).toEqual(['live', 'playback', 'playback']);
  });

  it('continues after an unknown error, unless the room is gone', async () => {
    await goLive();
    const error = { ...sdkErrors.neverSeen, message: 'strange' };
    sdk.emit('error', error);
    expect(listEventTypes()).toEqual(['live']);
    world.room!.state = 'error';
    sdk.emit('error', error);
    const failure = { kind: 'unknown', phase: 'live' };
    expect(findFailure()).toMatchObject({ failure, detail: 'strange' });
  });

  it.each<[string, () => void]>([
    ['sound', () => sdk.emit('volume-level', 0.1)],
    ['a message', () => sdk.emit('message', { type: 'of no use' })],
  ])(
    'goes on while %s arrives, although the browser says that it is offline',
    async (_, arrive) => {
      await goLive();
      window.dispatchEvent(new Event('offline'));
      for (let seconds = 0; seconds < 60; seconds += 1) {
        arrive();
        await advance(1_000);
      }
      expect(listEventTypes().filter((type) => type !== 'level')).toEqual(['live']);
      await advance(31_000);
      expect(findFailure()).toMatchObject({ failure: { kind: 'connection-lost' } });
    },
  );

  it('shows what the SDK reports, and goes on while sound arrives', async () => {
    await goLive();
    sdk.emit('network-connection', { type: 'sfu', event: 'interrupted' });
    for (let seconds = 0; seconds < 60; seconds += 1) {
      sdk.emit('volume-level', 0.1);
      await advance(1_000);
    }
    expect(connection).toBe('interrupted');
    expect(findFailure()).toBeUndefined();
    call.end('visitor');
    await advance(1_000);
  });

  it('is lost when nothing but silence arrives', async () => {
    await goLive();
    window.dispatchEvent(new Event('offline'));
    for (let seconds = 0; seconds < 32; seconds += 1) {
      sdk.emit('volume-level', 0);
      await advance(1_000);
    }
    expect(findFailure()).toMatchObject({ failure: { kind: 'connection-lost' } });
  });
});

describe('the end', () => {
  it('is immediate before there is a room, with the microphone off', async () => {
    await dial();
    call.end('left-page');
    call.end('visitor');
    const over = { type: 'over', ended: null, failure: null, detail: '' };
    expect(events).toEqual([over, { type: 'released' }]);
    expect(world.liveTracks).toEqual([]);
    await expect(call.whenReleased).resolves.toBeUndefined();
  });

  it('is emitted with the microphone off, then waits for the room', async () => {
    let open = Number.NaN;
    await goLive();
    const addEvent = events.push.bind(events);
    events.push = (...more) => {
      open = world.liveTracks.length;
      return addEvent(...more);
    };
    call.end('visitor');
    expect(listEventTypes()).toEqual(['live', 'over']);
    expect(open).toBe(0);
    await advance(100);
    expect(listEventTypes()).toEqual(['live', 'over', 'released']);
    await expect(call.whenReleased).resolves.toBeUndefined();
  });

  it('leaves the clean-up to the SDK when the SDK ended the call', async () => {
    await goLive();
    const stop = jest.spyOn(sdk, 'stop');
    world.room?.close();
    await advance(1_000);
    expect(events.slice(1)).toEqual([ended('assistant'), { type: 'released' }]);
    expect(stop).not.toHaveBeenCalled();
  });

  it('is a refusal before the call is live', async () => {
    await join();
    world.room?.close();
    const failure = { kind: 'call-refused', phase: 'waiting' };
    const detail = 'closed before the call began';
    expect(findFailure()).toEqual({ type: 'over', ended: null, failure, detail });
  });

  it.each([
    ['exp-room', undefined, 'time-limit'],
    ['ejected', undefined, 'assistant'],
    ['exp-room', 'silence-timed-out', 'silence'],
    ['ejected', 'customer-ended-call', 'visitor'],
  ])('with %s after "%s" has the reason %s', async (type, endedReason, reason) => {
    await goLive();
    if (endedReason) {
      sdk.emit('message', { type: 'status-update', status: 'ended', endedReason });
    }
    world.room?.close({ type, msg: 'over' });
    expect(events[1]).toEqual(ended(reason));
  });

  it('is a failure when the reason is a fault', async () => {
    await goLive();
    const endedReason = 'pipeline-error-voice';
    sdk.emit('message', { type: 'status-update', status: 'ended', endedReason });
    expect(listEventTypes()).toEqual(['live']);
    world.room?.close();
    const failure = { kind: 'assistant-failed', phase: 'live' };
    expect(findFailure()).toMatchObject({ failure, detail: endedReason });
  });

  it('stops the SDK when the microphone failed before the call was live', async () => {
    await join();
    const stop = jest.spyOn(sdk, 'stop');
    sdk.emit('camera-error', cameraErrors.busy);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(findFailure()).toMatchObject({
      failure: { kind: 'microphone-busy', phase: 'waiting' },
      detail: expect.stringContaining('Could not start audio source'),
    });
  });

  it('keeps the vendor’s text of a fatal error, after which the SDK cleans up', async () => {
    await join();
    const stop = jest.spyOn(sdk, 'stop');
    world.room?.close({ type: 'meeting-full', msg: 'Full up' });
    expect(findFailure()).toMatchObject({ failure: { kind: 'call-refused' }, detail: 'Full up' });
    await advance(1_000);
    expect(stop).not.toHaveBeenCalled();
  });
});

describe('after the end', () => {
  it('emits nothing more', async () => {
    await goLive();
    call.end('visitor');
    await advance(100);
    const before = [...events];
    sdk.emit('speech-start');
    sdk.emit('local-volume-level', 1);
    sdk.emit('error', sdkErrors.playbackBlocked);
    sdk.emit('error', sdkErrors.connectionLost);
    sdk.emit('camera-error', cameraErrors.busy);
    sdk.emit('network-connection', { type: 'sfu', event: 'interrupted' });
    sdk.emit('call-end');
    sdk.emit('call-start');
    await advance(60_000);
    expect(events).toEqual(before);
  });

  it('changes no setting any more', async () => {
    await goLive();
    const room = world.room!;
    room.isHung = true;
    call.setVolume(0.5);
    call.end('visitor');
    const switched = jest.spyOn(room, 'setLocalAudio');
    call.setMuted(true);
    call.setMuted(false);
    call.setVolume(1);
    await call.microphone?.choose('desk');
    await call.chooseLoudspeaker('desk');
    expect(switched).not.toHaveBeenCalled();
    expect(sdk.volume).toBe(0.5);
    expect(sdk.devices).toEqual([]);
    await advance(5_000);
  });

  it('ignores a tap', async () => {
    await goLive();
    let resolvePlay: () => void = () => undefined;
    HTMLMediaElement.prototype.play = () => new Promise((resolve) => (resolvePlay = resolve));
    const tap = call.unblockPlayback();
    call.end('visitor');
    resolvePlay();
    await tap;
    await advance(100);
    expect(listEventTypes()).toEqual(['live', 'over', 'released']);
  });

  it('stops a microphone that the room shows only then', async () => {
    await goLive();
    const { room } = world;
    room!.isHung = true;
    call.end('visitor');
    await advance(100);
    await room?.switchMicrophone();
    await advance(0);
    expect(world.liveTracks).toEqual([]);
    await advance(5_000);
  });
});
