import type { SdkParticipant } from '@/lib/call/sdk/voice-sdk';

/** The store has the tracks themselves. */
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

/** Holds the tracks of a call in the format in which the SDK reads them. */
export class TrackStore {
  microphone: MediaStream | undefined;
  /** Set while the SDK is subscribed to it. */
  voice: MediaStreamTrack | undefined;

  getState = () => ({
    local: {
      public: {
        subscribedTracks: {
          ALL: false,
          [ASSISTANT_ID]: { 'cam-audio': this.voice !== undefined },
        },
      },
      streams: this.microphone ? { cam: { stream: this.microphone } } : {},
    },
    participants: {},
    streams: this.voice
      ? {
          voice: {
            participantId: ASSISTANT_ID,
            type: 'cam',
            pendingTrack: this.voice,
            starttime: new Date(0).toISOString(),
          },
        }
      : {},
  });
}
