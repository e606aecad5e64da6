// The part of the voice SDK that the product uses. The real class satisfies these types; tests have their own.

export interface SdkParticipant {
  local: boolean;
  session_id: string;
  user_name?: string;
  tracks: {
    audio: { state: string; track?: MediaStreamTrack; persistentTrack?: MediaStreamTrack };
  };
}

/** Daily's call object inside the SDK. */
export interface SdkRoom {
  participants(): Record<string, SdkParticipant>;
  setLocalAudio(enabled: boolean, options?: unknown): unknown;
  sendAppMessage(data: unknown): unknown;
  meetingState(): string;
}

/** The track that is sent, else the one behind it. */
export function audioTrack(participant: SdkParticipant | undefined): MediaStreamTrack | undefined {
  const audio = participant?.tracks.audio;
  return audio?.track ?? audio?.persistentTrack;
}

export interface SdkProgress {
  stage: string;
  status: 'started' | 'completed' | 'failed';
  metadata?: Record<string, unknown>;
}

export interface SdkEvents {
  'call-start': () => void;
  'call-end': () => void;
  'call-start-progress': (progress: SdkProgress) => void;
  'speech-start': () => void;
  'speech-end': () => void;
  'volume-level': (level: number) => void;
  'local-volume-level': (level: number) => void;
  'local-audio-level-observer-error': (error: unknown) => void;
  message: (message: unknown) => void;
  error: (error: unknown) => void;
  'camera-error': (error: unknown) => void;
  'network-connection': (event: unknown) => void;
  'daily-participant-updated': (participant: SdkParticipant) => void;
}

/** Words of the visitor's that were not spoken. */
export interface TypedMessage {
  type: 'add-message';
  message: { role: 'user'; content: string };
  /** Whether the assistant answers at once. */
  triggerResponseEnabled: boolean;
}

export interface VoiceSdk {
  on<Name extends keyof SdkEvents>(event: Name, listener: SdkEvents[Name]): unknown;
  start(assistantId: string): Promise<unknown>;
  /** Does nothing without a room. */
  send(message: TypedMessage): void;
  stop(): Promise<void>;
  setVolume(volume: number): void;
  setInputDevicesAsync(options: { audioDeviceId: string }): Promise<unknown>;
  getDailyCallObject(): SdkRoom | null;
}

export type VoiceSdkClass = new (
  publicKey: string,
  apiUrl?: string,
  options?: { avoidEval?: boolean },
  /** What is sent in place of a microphone. */
  source?: { audioSource?: MediaStreamTrack },
) => VoiceSdk;
