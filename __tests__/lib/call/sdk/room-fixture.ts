import type { CallInput } from '@/lib/call/audio/call-input';
import { CallRoom } from '@/lib/call/sdk/call-room';
import type { SdkParticipant, SdkRoom } from '@/lib/call/sdk/voice-sdk';
import { toTrack, createParticipant } from './fake-room';
import { FakeTrack } from '../audio/fake-devices';

type AudioState = SdkParticipant['tracks']['audio']['state'];

const me = { local: true, session_id: 'me', user_name: '' };

export const createVisitor = (track: FakeTrack, state: AudioState = 'playable', sent?: FakeTrack) =>
  createParticipant(me, {
    state,
    persistentTrack: toTrack(track),
    ...(sent && { track: toTrack(sent) }),
  });
export const createAssistant = (
  user_name = 'Vapi Speaker',
  track: FakeTrack | null = new FakeTrack(),
) =>
  createParticipant(
    { local: false, session_id: 'bot', user_name },
    track ? { state: 'playable', track: toTrack(track) } : { state: 'loading' },
  );

/** Creates a call object that only records. */
export function openRoom(...people: SdkParticipant[]) {
  const setLocalAudio = jest.fn();
  return {
    people,
    switched: setLocalAudio,
    sendAppMessage: jest.fn(),
    participants: () => Object.fromEntries(people.map((one, index) => [String(index), one])),
    setLocalAudio: setLocalAudio as SdkRoom['setLocalAudio'],
    meetingState: () => 'joined-meeting',
  } satisfies SdkRoom & Record<string, unknown>;
}

export function createRoomOver(first: ReturnType<typeof openRoom> | null) {
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
    room: new CallRoom(sdk, input),
    sdk,
    permissionTrack,
    countStops: () => stops,
    replaceStop: (newStop: typeof stop) => (stop = newStop),
    replaceRoom: (next: typeof first) => (current = next),
  };
}

export function createRoomWith(...people: SdkParticipant[]) {
  const opened = openRoom(...people);
  return { ...createRoomOver(opened), opened };
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
}
