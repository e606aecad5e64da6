import type Vapi from '@vapi-ai/web';

// The part of the voice SDK that the product uses, in the SDK's own types: an upgrade that changes
// it fails the type check. Tests have fakes of the same types.

type DailyCall = NonNullable<ReturnType<Vapi['getDailyCallObject']>>;
type DailyEvents = Parameters<Parameters<DailyCall['on']>[1]>[0];
type DailyEvent<Name extends DailyEvents['action']> = Extract<DailyEvents, { action: Name }>;
type DailyConfig = NonNullable<NonNullable<Parameters<DailyCall['join']>[0]>['dailyConfig']>;

/** The name of one of the SDK's events. */
export type SdkEventName = Parameters<Vapi['on']>[0];

/** What the SDK calls with an event. */
export type SdkListener<Name extends SdkEventName> = Parameters<typeof Vapi.prototype.on<Name>>[1];

/** How far the start of a call has come. */
export type SdkProgress = Parameters<SdkListener<'call-start-progress'>>[0];

/** The SDK's record of a call. */
export type SdkCall = NonNullable<Awaited<ReturnType<Vapi['start']>>>;

/** What the SDK needs to know of a call that was created. */
export type SdkWebCall = Parameters<Vapi['reconnect']>[0];

/** Words or commands for the assistant. */
export type SdkSentMessage = Parameters<Vapi['send']>[0];

/** Why a microphone could not be used. */
export type MicrophoneErrorType = DailyEvent<'camera-error'>['error']['type'];

/** A connection of the room that was lost or is back. */
export type ConnectionEvent = DailyEvent<'network-connection'>;

/** Somebody in the room. */
export type SdkParticipant = ReturnType<DailyCall['participants']>[string];

/** Daily's call object inside the SDK. */
export interface SdkRoom extends Pick<DailyCall, 'meetingState'> {
  participants(): Record<string, SdkParticipant>;
  setLocalAudio(...args: Parameters<DailyCall['setLocalAudio']>): unknown;
  sendAppMessage(...args: Parameters<DailyCall['sendAppMessage']>): unknown;
}

/** One call at a time, over the voice SDK. */
export interface VoiceSdk extends Pick<
  Vapi,
  'start' | 'send' | 'stop' | 'setVolume' | 'setInputDevicesAsync'
> {
  on<Name extends SdkEventName>(event: Name, listener: SdkListener<Name>): unknown;
  getDailyCallObject(): SdkRoom | null;
}

/** What the SDK hands on to its call library. */
export type SdkOptions = Pick<DailyConfig, 'avoidEval' | 'callObjectBundleUrlOverride'>;

export type VoiceSdkClass = new (...args: ConstructorParameters<typeof Vapi>) => VoiceSdk;

/** The track that is sent, or the one behind it. */
export function audioTrack(participant: SdkParticipant | undefined): MediaStreamTrack | undefined {
  const audio = participant?.tracks.audio;
  return audio?.track ?? audio?.persistentTrack;
}
