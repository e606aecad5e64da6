import { AssistantSound } from '../media/assistant-sound';
import type { CallInput } from '../media/call-input';
import { RoomMicrophone } from '../media/room-microphone';
import type { VoiceSdk } from './voice-sdk';

type RoomSdk = Pick<VoiceSdk, 'getDailyCallObject' | 'setVolume' | 'stop'>;

const pollMs = 10;
/** How long the SDK may clean up by itself before we do. */
const sdkCleanupMs = 500;
/** How long a call machine may take to leave before it counts as hung. */
const leaveMs = 400;
const giveUpMs = 1_500;

async function until(condition: () => boolean, timeoutMs: number): Promise<void> {
  for (let waited = 0; !condition() && waited < timeoutMs; waited += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function leaveRoom(sdk: RoomSdk, endedBy: 'us' | 'sdk'): Promise<void> {
  const gone = () => sdk.getDailyCallObject() === null;
  if (endedBy === 'sdk') await until(gone, sdkCleanupMs);
  if (gone()) return;
  let stopped = false;
  const settled = () => {
    stopped = true;
  };
  sdk.stop().then(settled, settled);
  // stop() never settles when the SDK is cleaning up at the same time, but then the room goes.
  const left = () => stopped || gone();
  await until(left, leaveMs);
  if (left()) return;
  // A hung call machine never says that it has left, and the SDK would refuse every later call as a duplicate: say it
  // on the machine's behalf.
  const message = { what: 'iframe-call-message', from: 'embedded', action: 'left-meeting' };
  window.postMessage(message, window.location.origin);
  await until(left, giveUpMs);
}

/** The room of one call: the microphone and the sound in it, and how it is left. */
export class CallRoom {
  readonly microphone: RoomMicrophone;
  readonly sound: AssistantSound;
  private leaving: Promise<void> | null = null;

  constructor(
    private readonly sdk: RoomSdk,
    input: CallInput,
  ) {
    this.microphone = new RoomMicrophone(sdk, input);
    this.sound = new AssistantSound(sdk);
  }

  isJoined(): boolean {
    return this.sdk.getDailyCallObject()?.meetingState() === 'joined-meeting';
  }

  /**
   * Leaves the room. The microphone is off when this returns; the promise settles when the SDK can take another call,
   * after about two seconds at the latest.
   *
   * @param endedBy `sdk`: the SDK ended the call and cleans up by itself; a second clean-up at the same time would hang
   */
  leave(endedBy: 'us' | 'sdk'): Promise<void> {
    this.microphone.stop();
    this.leaving ??= leaveRoom(this.sdk, endedBy).then(() => {
      this.leaving = null;
      this.microphone.stopTracks();
      this.sound.remove();
    });
    return this.leaving;
  }
}
