import { LocalAudio } from '@/lib/call/media/local-audio';
import type { SdkRoom, VoiceSdk } from '@/lib/call/sdk/voice-sdk';
import { createParticipant, toTrack } from '../sdk/fake-room';
import { FakeTrack } from '../state/fake-world';

const track = (deviceId: string) => new FakeTrack(false, deviceId);
const me = { local: true, session_id: 'me', user_name: '' };
const assistant = { local: false, session_id: 'bot', user_name: 'Vapi Speaker' };

/** The room shows `shown` as the visitor's track; without `isOpen` there is no room yet. */
function createAudio() {
  const world = { isOpen: true, shown: undefined as FakeTrack | undefined };
  const setLocalAudio = jest.fn();
  const room = {
    setLocalAudio,
    participants: () => ({
      bot: createParticipant(assistant, { state: 'playable', track: toTrack(track('bot')) }),
      ...(world.shown && {
        local: createParticipant(me, { state: 'playable', persistentTrack: toTrack(world.shown) }),
      }),
    }),
  } as unknown as SdkRoom;
  const sdk = {
    getDailyCallObject: () => (world.isOpen ? room : null),
  } as Pick<VoiceSdk, 'getDailyCallObject'>;
  const input = { kind: 'voice', close: jest.fn() } as const;
  const audio = new LocalAudio(sdk, input);
  const noticed: MediaStreamTrack[] = [];
  audio.onTrack = (shown) => noticed.push(shown);
  return { world, room, setLocalAudio, audio, noticed };
}

it('has no track before the room exists, and mutes the one that appears', () => {
  const { world, audio, noticed, setLocalAudio } = createAudio();
  const microphone = track('built-in');
  Object.assign(world, { isOpen: false, shown: microphone });
  expect(audio.track).toBeUndefined();
  audio.sync();
  audio.setMuted(true);
  expect(microphone.enabled).toBe(true);
  world.isOpen = true;
  audio.sync();
  expect(audio.track).toBe(microphone);
  expect(noticed).toEqual([microphone]);
  expect(microphone.enabled).toBe(false);
  expect(setLocalAudio.mock.calls).toEqual([[false]]);
});

it('guards a room once, and lets only a visitor who is not muted be unmuted', () => {
  const { room, audio, setLocalAudio } = createAudio();
  audio.sync();
  const guarded = room.setLocalAudio;
  audio.sync();
  expect(room.setLocalAudio).toBe(guarded);
  room.setLocalAudio(true);
  audio.setMuted(true);
  room.setLocalAudio(true);
  const options = { forceDiscardTrack: false };
  room.setLocalAudio(true, options);
  expect(setLocalAudio.mock.calls).toEqual([[true], [false], [false], [false, options]]);
});

it('notices each track once, and stops them all even after the room has lost them', () => {
  const { world, audio, noticed } = createAudio();
  const tracks = [track('built-in'), track('headset')];
  for (const shown of [undefined, tracks[0], tracks[0], tracks[1], undefined]) {
    world.shown = shown;
    audio.sync();
    audio.setMuted(false);
  }
  expect(noticed).toEqual(tracks);
  audio.stop();
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
});
