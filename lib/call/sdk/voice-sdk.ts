import type Vapi from '@vapi-ai/web';

// Derived from the SDK's own types, so that an upgrade that changes them fails the type check.

type DailyCall = NonNullable<ReturnType<Vapi['getDailyCallObject']>>;
type DailyEvents = Parameters<Parameters<DailyCall['on']>[1]>[0];
type DailyEvent<Name extends DailyEvents['action']> = Extract<DailyEvents, { action: Name }>;

export type SdkEventName = Parameters<Vapi['on']>[0];
export type SdkListener<Name extends SdkEventName> = Parameters<typeof Vapi.prototype.on<Name>>[1];
export type SdkWebCall = Parameters<Vapi['reconnect']>[0];
export type SdkSentMessage = Parameters<Vapi['send']>[0];
export type MicrophoneErrorType = DailyEvent<'camera-error'>['error']['type'];
export type ConnectionEvent = DailyEvent<'network-connection'>;
export type SdkParticipant = ReturnType<DailyCall['participants']>[string];

export interface SdkRoom extends Pick<DailyCall, 'meetingState'> {
  participants(): Record<string, SdkParticipant>;
  setLocalAudio(...args: Parameters<DailyCall['setLocalAudio']>): unknown;
  sendAppMessage(...args: Parameters<DailyCall['sendAppMessage']>): unknown;
}

export interface VoiceSdk extends Pick<
  Vapi,
  'reconnect' | 'send' | 'stop' | 'setVolume' | 'setInputDevicesAsync'
> {
  on<Name extends SdkEventName>(event: Name, listener: SdkListener<Name>): unknown;
  getDailyCallObject(): SdkRoom | null;
}

export type VoiceSdkClass = new (...args: ConstructorParameters<typeof Vapi>) => VoiceSdk;

/** Runs the SDK, which takes a phone's main thread 100 ms and more. */
export function runSdk(): VoiceSdkClass {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would run at once
  const { default: exported } = require('@vapi-ai/web') as {
    default: VoiceSdkClass | { default: VoiceSdkClass };
  };
  // For a CommonJS default export, some bundlers return the class, others an object with the class.
  return 'default' in exported ? exported.default : exported;
}

/** Returns a participant's audio track, even while it is not playable. */
export const getAudioTrack = (
  audio: SdkParticipant['tracks']['audio'] | undefined,
): MediaStreamTrack | undefined => audio?.track ?? audio?.persistentTrack;

const POLL_INTERVAL_MS = 10;
const SDK_CLEANUP_TIMEOUT_MS = 500;
/** A call machine that takes longer to leave counts as hung. */
const LEAVE_TIMEOUT_MS = 400;
const HUNG_LEAVE_TIMEOUT_MS = 1_500;

async function pollUntil(condition: () => boolean, timeoutMs: number): Promise<void> {
  for (let waited = 0; !condition() && waited < timeoutMs; waited += POLL_INTERVAL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

/**
 * Resolves within about two seconds.
 *
 * @param closedBy `sdk`: it cleans up; doing it twice would hang
 */
export async function leaveRoom(
  sdk: Pick<VoiceSdk, 'getDailyCallObject' | 'stop'>,
  closedBy: 'us' | 'sdk',
): Promise<void> {
  const isGone = () => sdk.getDailyCallObject() === null;
  if (closedBy === 'sdk') await pollUntil(isGone, SDK_CLEANUP_TIMEOUT_MS);
  if (isGone()) return;
  let isStopped = false;
  const ignore = () => undefined;
  void sdk
    .stop()
    .then(ignore, ignore)
    .then(() => (isStopped = true));
  // stop() never settles if the SDK is cleaning up at the same time, but then the room disappears.
  const hasLeft = () => isStopped || isGone();
  await pollUntil(hasLeft, LEAVE_TIMEOUT_MS);
  if (hasLeft()) return;
  // A hung call machine never says so, and the SDK would refuse every later call as a duplicate.
  const forgedReport = { what: 'iframe-call-message', from: 'embedded', action: 'left-meeting' };
  window.postMessage(forgedReport, window.location.origin);
  await pollUntil(hasLeft, HUNG_LEAVE_TIMEOUT_MS);
}
