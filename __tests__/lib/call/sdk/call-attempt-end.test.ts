import { CallAttempt } from '@/lib/call/sdk/call-attempt';
import {
  attempt,
  dial,
  events,
  failed,
  join,
  live,
  sdk,
  setUpAttempt,
  types,
  world,
} from './attempt-bench';
import { pass } from '../state/fake-browser';
import { cameraErrors, sdkErrors } from './sdk-error-fixtures';

setUpAttempt();

describe('a call that is live', () => {
  it('starts once, in a joined room', async () => {
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

  it('may last its time from when the room was joined, however long it was silent', async () => {
    world.refusesPlayback = true;
    await join();
    const endsAt = Date.now() + 300_000;
    world.room?.connectAssistant();
    await pass(20_000);
    world.refusesPlayback = false;
    await attempt.unblockPlayback();
    expect(events).toContainEqual({ type: 'live', callId: 'call-1', endsAt });
  });

  it('may last its time from now where the SDK has not told of the room', async () => {
    await join();
    const other = new CallAttempt(sdk, { kind: 'voice', close: () => undefined }, 60, (event) =>
      events.push(event),
    );
    await pass(1_000);
    sdk.emit('call-start');
    expect(events.at(-1)).toEqual({ type: 'live', callId: null, endsAt: Date.now() + 60_000 });
    other.end('visitor');
  });

  it('takes typed words, to be answered at once', async () => {
    await join();
    expect(attempt.type('Hello')).toBe(false);
    world.room?.connectAssistant();
    expect(attempt.type('Hello')).toBe(true);
    const message = { role: 'user', content: 'Hello' };
    const sent = { type: 'add-message', message, triggerResponseEnabled: true };
    expect(world.room?.sent).toEqual(['playable', JSON.stringify(sent)]);
  });

  it('takes no typed words outside a joined room, nor once it is over', async () => {
    await live();
    const send = jest.spyOn(sdk, 'send');
    const state = jest.spyOn(world.room!, 'meetingState').mockReturnValue('left-meeting');
    expect(attempt.type('Hello')).toBe(false);
    state.mockRestore();
    attempt.end('visitor');
    expect(world.room?.state).toBe('joined-meeting');
    expect(attempt.type('Hello')).toBe(false);
    expect(send).not.toHaveBeenCalled();
    await pass(1_000);
  });

  it('emits what happens in it', async () => {
    await live();
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

  it('is not given up because it is long or its sound is blocked', async () => {
    await live();
    sdk.emit('error', sdkErrors.playbackBlocked);
    await pass(60_000);
    await attempt.unblockPlayback();
    await pass(60_000);
    expect(types()).toEqual(['live', 'playback', 'playback']);
  });

  it('mutes the microphone again when the SDK reports a failed noise filter', async () => {
    await live();
    attempt.setMuted(true);
    const [track] = world.liveTracks;
    track!.enabled = true;
    sdk.emit('error', sdkErrors.noiseFilter);
    expect(track!.enabled).toBe(false);
    expect(types()).toEqual(['live']);
  });

  it('goes on after an unknown error, unless the room is gone', async () => {
    await live();
    sdk.emit('error', { ...sdkErrors.neverSeen, message: 'strange' });
    expect(types()).toEqual(['live']);
    world.room!.state = 'error';
    sdk.emit('error', { ...sdkErrors.neverSeen, message: 'strange' });
    expect(failed()).toMatchObject({
      failure: { kind: 'unknown', phase: 'live' },
      detail: 'strange',
    });
  });
});

describe('the end', () => {
  it('is immediate before there is a room, with the microphone off', async () => {
    await dial();
    attempt.end('left-page');
    attempt.end('visitor');
    expect(events).toEqual([{ type: 'ended', reason: 'left-page' }, { type: 'released' }]);
    expect(world.liveTracks).toEqual([]);
    await expect(attempt.whenReleased).resolves.toBeUndefined();
  });

  it('is emitted first, with the microphone off, and then waits for the room', async () => {
    let open = Number.NaN;
    await live();
    const emitted = events.push.bind(events);
    events.push = (...more) => {
      open = world.liveTracks.length;
      return emitted(...more);
    };
    attempt.end('visitor');
    expect(types()).toEqual(['live', 'ended']);
    expect(open).toBe(0);
    await pass(100);
    expect(types()).toEqual(['live', 'ended', 'released']);
    await expect(attempt.whenReleased).resolves.toBeUndefined();
  });

  it('leaves the clean-up to the SDK when the SDK ended the call', async () => {
    await live();
    const stop = jest.spyOn(sdk, 'stop');
    world.room?.close();
    await pass(1_000);
    expect(events.slice(1)).toEqual([{ type: 'ended', reason: 'assistant' }, { type: 'released' }]);
    expect(stop).not.toHaveBeenCalled();
  });

  it('before the call is live is a refusal', async () => {
    await join();
    world.room?.close();
    expect(failed()).toEqual({
      type: 'failed',
      failure: { kind: 'call-refused', phase: 'waiting' },
      detail: 'closed before the call began',
      callId: 'call-1',
    });
  });

  it.each([
    ['exp-room', undefined, 'time-limit'],
    ['ejected', undefined, 'assistant'],
    ['exp-room', 'silence-timed-out', 'silence'],
    ['ejected', 'customer-ended-call', 'visitor'],
  ])('by %s after "%s" was %s', async (type, endedReason, reason) => {
    await live();
    if (endedReason) {
      sdk.emit('message', { type: 'status-update', status: 'ended', endedReason });
    }
    world.room?.close({ type, msg: 'over' });
    expect(events[1]).toEqual({ type: 'ended', reason });
  });

  it('is a failure when the reason is a fault', async () => {
    await live();
    const endedReason = 'pipeline-error-voice';
    sdk.emit('message', { type: 'status-update', status: 'ended', endedReason });
    expect(types()).toEqual(['live']);
    world.room?.close();
    expect(failed()).toMatchObject({
      failure: { kind: 'assistant-failed', phase: 'live' },
      detail: endedReason,
    });
  });

  it('stops the SDK when the microphone failed before the call was live', async () => {
    await join();
    const stop = jest.spyOn(sdk, 'stop');
    sdk.emit('camera-error', cameraErrors.busy);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(failed()).toMatchObject({
      failure: { kind: 'microphone-busy', phase: 'waiting' },
      detail: expect.stringContaining('Could not start audio source') as string,
    });
  });

  it('keeps the vendor’s text of a fatal error for the console', async () => {
    await join();
    const stop = jest.spyOn(sdk, 'stop');
    world.room?.close({ type: 'meeting-full', msg: 'Full up' });
    expect(failed()).toMatchObject({ failure: { kind: 'call-refused' }, detail: 'Full up' });
    await pass(1_000);
    // The SDK cleans up after an error of its own.
    expect(stop).not.toHaveBeenCalled();
  });
});

describe('after the end', () => {
  it('nothing more is emitted', async () => {
    await live();
    attempt.end('visitor');
    await pass(100);
    const before = [...events];
    sdk.emit('speech-start');
    sdk.emit('local-volume-level', 1);
    sdk.emit('error', sdkErrors.playbackBlocked);
    sdk.emit('error', sdkErrors.connectionLost);
    sdk.emit('camera-error', cameraErrors.busy);
    sdk.emit('network-connection', { type: 'sfu', event: 'interrupted' });
    sdk.emit('call-end');
    sdk.emit('call-start');
    await pass(60_000);
    expect(events).toEqual(before);
  });

  it('nothing more is set', async () => {
    await live();
    const { room } = world;
    if (room) room.hung = true;
    attempt.setVolume(0.5);
    attempt.end('visitor');
    const switched = jest.spyOn(room!, 'setLocalAudio');
    attempt.setMuted(true);
    attempt.setMuted(false);
    attempt.setVolume(1);
    await attempt.chooseMicrophone('desk');
    expect(switched).not.toHaveBeenCalled();
    expect(sdk.volume).toBe(0.5);
    expect(sdk.devices).toEqual([]);
    await pass(5_000);
  });

  it('a tap has no effect', async () => {
    await live();
    let plays: () => void = () => undefined;
    HTMLMediaElement.prototype.play = () => new Promise((resolve) => (plays = resolve));
    const tap = attempt.unblockPlayback();
    attempt.end('visitor');
    plays();
    await tap;
    await pass(100);
    expect(types()).toEqual(['live', 'ended', 'released']);
  });

  it('a late start is undone, and its microphone stopped', async () => {
    await live();
    const { room } = world;
    if (room) room.hung = true;
    attempt.end('visitor');
    await pass(100);
    world.permitted = true;
    await room?.switchMicrophone();
    expect(world.liveTracks).toHaveLength(1);
    sdk.emit('call-start');
    expect(world.liveTracks).toEqual([]);
    await pass(5_000);
  });

  it('the SDK is stopped before it joins the room', async () => {
    await dial();
    attempt.end('visitor');
    world.answerPost();
    await pass(0);
    expect(world.rooms).toEqual([]);
  });
});
