import type { Vapi } from '@vapi-ai/server-sdk';
import type { SdkParticipant } from '@/lib/call/sdk/voice-sdk';

// What the SDK and the call machine tell each other.

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

/** The tracks, in the format in which the SDK reads them. `voice`: if the SDK wants to have it. */
export const describeStore = (microphone?: MediaStream, voice?: MediaStreamTrack) => ({
  local: {
    public: {
      subscribedTracks: { ALL: false, [ASSISTANT_ID]: { 'cam-audio': voice !== undefined } },
    },
    streams: microphone ? { cam: { stream: microphone } } : {},
  },
  participants: {},
  streams: voice
    ? {
        voice: {
          participantId: ASSISTANT_ID,
          type: 'cam',
          pendingTrack: voice,
          starttime: new Date(0).toISOString(),
        },
      }
    : {},
});

const CHANNEL = 'iframe-call-message';

/** What the SDK keeps of a call: the machine, and the page's own track if it has given one. */
export type SdkInstance = { callMachine?: unknown; tracks?: { audioTrack?: MediaStreamTrack } };

/** Exchanges messages with the SDK, which is in the same window. */
export class SdkChannel {
  constructor(
    private readonly callClientId: string,
    onRequest: (request: Message) => void,
    signal: AbortSignal,
  ) {
    const receive = ({ data, source }: MessageEvent): void => {
      if (source !== window || data?.what !== CHANNEL || data.from !== 'module') return;
      if (data.callClientId === callClientId) onRequest(data as Message);
    };
    window.addEventListener('message', receive, { signal });
  }

  post(message: Message): void {
    const address = { what: CHANNEL, from: 'embedded', callClientId: this.callClientId };
    window.postMessage({ ...message, ...address }, location.origin);
  }

  /** Answers a request of the SDK; an `error` field rejects it there. */
  reply({ callbackStamp }: Message, fields: Record<string, unknown> = {}): void {
    if (callbackStamp !== undefined) this.post({ ...fields, action: 'reply', callbackStamp });
  }
}
