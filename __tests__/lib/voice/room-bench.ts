import type { CallInput } from '@/lib/voice/call-input';
import { CallRoom } from '@/lib/voice/call-room';
import type { SdkParticipant, VoiceSdk } from '@/lib/voice/voice-sdk';
import { FakeTrack } from './fake-world';

export const asTrack = (track: FakeTrack) => track as unknown as MediaStreamTrack;
export const visitor = (track: FakeTrack, state = 'playable'): SdkParticipant => ({
  local: true,
  session_id: 'me',
  tracks: { audio: { state, persistentTrack: asTrack(track) } },
});
export const assistant = (user_name = 'Vapi Speaker'): SdkParticipant => ({
  local: false,
  session_id: 'bot',
  user_name,
  tracks: { audio: { state: 'playable', track: asTrack(new FakeTrack()) } },
});

/** A call object that only records. */
export function openRoom(...people: SdkParticipant[]) {
  const setLocalAudio = jest.fn();
  return {
    people,
    switched: setLocalAudio,
    sendAppMessage: jest.fn(),
    participants: () => Object.fromEntries(people.map((one, index) => [String(index), one])),
    setLocalAudio: setLocalAudio as (enabled: boolean, options?: unknown) => unknown,
    meetingState: () => 'joined-meeting',
  };
}

export function roomOver(first: ReturnType<typeof openRoom> | null) {
  let current = first;
  let stops = 0;
  let stop: () => Promise<void> = () => Promise.resolve();
  const sdk = {
    getDailyCallObject: () => current,
    setVolume: jest.fn(),
    stop: () => {
      stops += 1;
      return stop();
    },
  };
  const permissionTrack = new FakeTrack();
  const input: CallInput = { kind: 'voice', close: () => permissionTrack.stop() };
  return {
    room: new CallRoom(sdk as unknown as VoiceSdk, input),
    sdk,
    permissionTrack,
    stops: () => stops,
    stopsLike: (like: typeof stop) => (stop = like),
    becomes: (next: typeof first) => (current = next),
  };
}

/** Call it in a test file that drives a `CallRoom` over `openRoom`. */
export function setUpRooms(): void {
  beforeEach(() => {
    jest.useFakeTimers();
    document.body.replaceChildren();
    globalThis.MediaStream = class {
      constructor(readonly tracks: unknown[]) {}
    } as unknown as typeof MediaStream;
  });
  afterEach(() => jest.useRealTimers());
}
