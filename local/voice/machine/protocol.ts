import type { Vapi } from '@vapi-ai/server-sdk';
import type { SdkParticipant } from '@/lib/call/sdk/voice-sdk';

// What the SDK and the call machine tell each other, by `postMessage` in one window.

export type Message = { action: string; callbackStamp?: unknown; [field: string]: unknown };

/** The published types have `status-update` for servers only. */
export type AssistantMessage = Vapi.ClientMessageMessage | Vapi.ServerMessageStatusUpdate;

/** The tracks themselves are in the state that the SDK reads. */
export type AudioState = Omit<SdkParticipant['tracks']['audio'], 'track' | 'persistentTrack'>;
type Participant = Pick<
  SdkParticipant,
  'session_id' | 'user_id' | 'user_name' | 'local' | 'joined_at'
> & { tracks: Record<string, AudioState> };

const NO_TRACK = { subscribed: false, state: 'off' } as const;
export const ASSISTANT_ID = 'local-assistant';

const describeParticipant = (id: string, name: string, audio: AudioState): Participant => ({
  session_id: id,
  user_id: id,
  user_name: name,
  local: id !== ASSISTANT_ID,
  joined_at: new Date(0),
  tracks: { audio, video: NO_TRACK, screenAudio: NO_TRACK, screenVideo: NO_TRACK },
});

export const describeVisitor = (audio: AudioState) =>
  describeParticipant('local-visitor', '', audio);

/** The SDK recognizes the assistant by its name. */
export const describeAssistant = (isSubscribed: boolean) =>
  describeParticipant(ASSISTANT_ID, 'Vapi Speaker', {
    subscribed: isSubscribed,
    state: isSubscribed ? 'playable' : 'sendable',
  });
