import type { SdkParticipant } from '@/lib/call/sdk/voice-sdk';

const VISITOR_ID = 'local-visitor';
export const ASSISTANT_PARTICIPANT_ID = 'local-assistant';

/** The store has the tracks themselves. */
export type AudioState = Omit<SdkParticipant['tracks']['audio'], 'track' | 'persistentTrack'>;

const joinedAt = new Date();
const NO_TRACK = { subscribed: false, state: 'off' } as const;

function describeParticipant(
  id: string,
  name: string,
  isLocal: boolean,
  audio: AudioState,
): SdkParticipant {
  return {
    session_id: id,
    user_id: id,
    user_name: name,
    local: isLocal,
    owner: false,
    record: false,
    joined_at: joinedAt,
    will_eject_at: new Date(0),
    permissions: { hasPresence: true, canSend: true, canReceive: { base: true }, canAdmin: false },
    audio: audio.state === 'playable',
    video: false,
    screen: false,
    cam_info: {},
    screen_info: {},
    tracks: { audio, video: NO_TRACK, screenAudio: NO_TRACK, screenVideo: NO_TRACK },
  };
}

export function describeVisitor(audio: AudioState) {
  return describeParticipant(VISITOR_ID, '', true, audio);
}

/** The SDK recognizes the assistant by its name. */
export function describeAssistant(isSubscribed: boolean) {
  const state = isSubscribed ? 'playable' : 'sendable';
  const audio = { subscribed: isSubscribed, state } as const;
  return describeParticipant(ASSISTANT_PARTICIPANT_ID, 'Vapi Speaker', false, audio);
}
