import { SdkCall } from '@/lib/call/sdk/sdk-call';
import {
  sdkCall,
  dial,
  events,
  findFailure,
  join,
  goLive,
  sdk,
  setUpSdkCall,
  listEventTypes,
  world,
} from './sdk-call-fixture';
import { advance } from '../session/fake-browser';
import { cameraErrors, sdkErrors } from './sdk-error-fixtures';

setUpSdkCall();

describe('a call that is live', () => {
  it('starts once, and only in a joined room', async () => {
    await join();
    const state = jest.spyOn(world.room!, 'meetingState').mockReturnValue('joining-meeting');
    sdk.emit('call-start');
    expect(events).toEqual([]);
    state.mockRestore();
    world.room?.connectAssistant();
    sdk.emit('call-start');
    const endsAt = Date.now() + 300_000;
    expect(events).toEqual([{ type: 'live', callId: 'call-1', endsAt }]);
  });

  it('counts its time from the join of the room, not from the first sound', async () => {
    world.shouldRefusePlayback = true;
    await join();
    const endsAt = Date.now() + 300_000;
    world.room?.connectAssistant();
    await advance(20_000);
    world.shouldRefusePlayback = false;
    await sdkCall.unblockPlayback();
    expect(events).toContainEqual({ type: 'live', callId: 'call-1', endsAt });
  });

  it('counts its time from now if the SDK reported no join', async () => {
    await join();
    const other = new SdkCall(sdk, { kind: 'voice', close: () => undefined }, 60, (event) =>
      events.push(event),
    );
    await advance(1_000);
    sdk.emit('call-start');
    expect(events.at(-1)).toEqual({ type: 'live', callId: null, endsAt: Date.now() + 60_000 });
    other.end('visitor');
  });

  it('sends typed words for an immediate answer', async () => {
    await join();
    expect(sdkCall.type('Hello')).toBe(false);
    world.room?.connectAssistant();
    expect(sdkCall.type('Hello')).toBe(true);
    const message = { role: 'user', content: 'Hello' };
    const sent = { type: 'add-message', message, triggerResponseEnabled: true };
    expect(world.room?.sent).toEqual(['playable', JSON.stringify(sent)]);
  });

  it('sends no typed words outside a joined room or after the end', async () => {
    await goLive();
    const send = jest.spyOn(sdk, 'send');
    const state = jest.spyOn(world.room!, 'meetingState').mockReturnValue('left-meeting');
    expect(sdkCall.type('Hello')).toBe(false);
    state.mockRestore();
    sdkCall.end('visitor');
    expect(world.room?.state).toBe('joined-meeting');
    expect(sdkCall.type('Hello')).toBe(false);
    expect(send).not.toHaveBeenCalled();
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
    sdk.emit('network-connection', { type: 'sfu', event: 'interrupted' });
    sdk.emit('network-connection', null);
    expect(events).toEqual([
      { type: 'assistant-speech', speaking: true },
      { type: 'assistant-speech', speaking: false },
      { type: 'level', who: 'assistant', level: 0.5 },
      { type: 'level', who: 'visitor', level: 0.25 },
      { type: 'meter-failed' },
      { type: 'transcript', who: 'visitor', final: false, text: 'Hi' },
      { type: 'connection', connection: 'interrupted' },
      { type: 'connection', connection: 'interrupted' },
    ]);
  });

  it('continues when it is long or its sound is blocked', async () => {
    await goLive();
    sdk.emit('error', sdkErrors.playbackBlocked);
    await advance(60_000);
    await sdkCall.unblockPlayback();
    await advance(60_000);
    expect(listEventTypes()).toEqual(['live', 'playback', 'playback']);
  });

  it('mutes the microphone again after a failed noise filter', async () => {
    await goLive();
    sdkCall.setMuted(true);
    const [track] = world.liveTracks;
    track!.enabled = true;
    sdk.emit('error', sdkErrors.noiseFilter);
    expect(track!.enabled).toBe(false);
    expect(listEventTypes()).toEqual(['live', 'muted']);
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
});

describe('the end', () => {
  it('is immediate before there is a room, with the microphone off', async () => {
    await dial();
    sdkCall.end('left-page');
    sdkCall.end('visitor');
    expect(events).toEqual([{ type: 'ended', reason: 'left-page' }, { type: 'released' }]);
    expect(world.liveTracks).toEqual([]);
    await expect(sdkCall.whenReleased).resolves.toBeUndefined();
  });

  it('is emitted with the microphone off, then waits for the room', async () => {
    let open = Number.NaN;
    await goLive();
    const addEvent = events.push.bind(events);
    events.push = (...more) => {
      open = world.liveTracks.length;
      return addEvent(...more);
    };
    sdkCall.end('visitor');
    expect(listEventTypes()).toEqual(['live', 'ended']);
    expect(open).toBe(0);
    await advance(100);
    expect(listEventTypes()).toEqual(['live', 'ended', 'released']);
    await expect(sdkCall.whenReleased).resolves.toBeUndefined();
  });

  it('leaves the clean-up to the SDK when the SDK ended the call', async () => {
    await goLive();
    const stop = jest.spyOn(sdk, 'stop');
    world.room?.close();
    await advance(1_000);
    expect(events.slice(1)).toEqual([{ type: 'ended', reason: 'assistant' }, { type: 'released' }]);
    expect(stop).not.toHaveBeenCalled();
  });

  it('is a refusal before the call is live', async () => {
    await join();
    world.room?.close();
    const failure = { kind: 'call-refused', phase: 'waiting' };
    const detail = 'closed before the call began';
    expect(findFailure()).toEqual({ type: 'failed', failure, detail, callId: 'call-1' });
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
    expect(events[1]).toEqual({ type: 'ended', reason });
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
    sdkCall.end('visitor');
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
    sdkCall.setVolume(0.5);
    sdkCall.end('visitor');
    const switched = jest.spyOn(room, 'setLocalAudio');
    sdkCall.setMuted(true);
    sdkCall.setMuted(false);
    sdkCall.setVolume(1);
    await sdkCall.microphone?.choose('desk');
    expect(switched).not.toHaveBeenCalled();
    expect(sdk.volume).toBe(0.5);
    expect(sdk.devices).toEqual([]);
    await advance(5_000);
  });

  it('ignores a tap', async () => {
    await goLive();
    let resolvePlay: () => void = () => undefined;
    HTMLMediaElement.prototype.play = () => new Promise((resolve) => (resolvePlay = resolve));
    const tap = sdkCall.unblockPlayback();
    sdkCall.end('visitor');
    resolvePlay();
    await tap;
    await advance(100);
    expect(listEventTypes()).toEqual(['live', 'ended', 'released']);
  });

  it('undoes a late start and stops its microphone', async () => {
    await goLive();
    const { room } = world;
    if (room) room.isHung = true;
    sdkCall.end('visitor');
    await advance(100);
    world.isPermitted = true;
    await room?.switchMicrophone();
    expect(world.liveTracks).toHaveLength(1);
    sdk.emit('call-start');
    expect(world.liveTracks).toEqual([]);
    await advance(5_000);
  });

  it('stops the SDK before it joins the room', async () => {
    await dial();
    sdkCall.end('visitor');
    world.answerPost();
    await advance(0);
    expect(world.rooms).toEqual([]);
  });
});
