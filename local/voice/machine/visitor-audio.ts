import type { Scenario } from '../scenarios';
import type { Message } from './channel';
import type { AudioState, TrackStore } from './participants';
import type { Sound } from './sound';

interface CallParts {
  readonly scenario: Scenario;
  readonly sound: Sound;
  readonly store: TrackStore;
  readonly signal: AbortSignal;
  post(message: Message): void;
}

type Failure = { error: object; blocked: NonNullable<AudioState['blocked']> };
const IN_USE: Failure = { error: { type: 'mic-in-use' }, blocked: { byDeviceInUse: true } };
/** How the SDK is told of an error of getUserMedia; the device is in use with any other. */
const FAILURES: Record<string, Failure> = {
  NotAllowedError: {
    error: { type: 'permissions', blockedBy: 'user', blockedMedia: ['audio'] },
    blocked: { byPermissions: true },
  },
  NotFoundError: {
    error: { type: 'not-found', missingMedia: ['audio'] },
    blocked: { byDeviceMissing: true },
  },
};

export class VisitorAudio {
  private stream: MediaStream | undefined;
  /** Why there is no microphone. */
  private blocked: AudioState['blocked'];
  private isOn = true;
  private isPageTrack = false;

  constructor(private readonly call: CallParts) {}

  /** Opens the microphone, or posts why it can't. */
  async open(): Promise<void> {
    const { scenario, sound, signal, post } = this.call;
    const { microphoneError, isMicrophoneSilent } = scenario;
    try {
      if (microphoneError) throw new DOMException('Simulated', microphoneError);
      const audio = { echoCancellation: true, noiseSuppression: true };
      const stream = await navigator.mediaDevices.getUserMedia({ audio });
      if (signal.aborted) return stopTracks(stream);
      const silence = isMicrophoneSilent && sound.context.createMediaStreamDestination().stream;
      this.use(stream, silence || stream);
    } catch (thrown) {
      const { error, blocked } = FAILURES[(thrown as DOMException).name] ?? IN_USE;
      const msg = String(thrown);
      const errorMsg = { errorMsg: msg, audioOk: false, videoOk: true };
      post({ action: 'camera-error', errorMsg, error: { ...error, msg } });
      this.blocked = blocked;
    }
  }

  /** Takes a track of the page instead of a microphone. Only the page may stop it. */
  useTrack(track: MediaStreamTrack): void {
    this.use(new MediaStream([track]));
    this.isPageTrack = true;
  }

  setOn(on: boolean): void {
    this.isOn = on;
    for (const track of this.stream?.getAudioTracks() ?? []) track.enabled = on;
  }

  describeState(): AudioState {
    if (this.blocked) return { subscribed: true, state: 'blocked', blocked: this.blocked };
    if (!this.isOn) return { subscribed: true, state: 'off', off: { byUser: true } };
    return { subscribed: true, state: 'playable' };
  }

  /** Describes the devices in use as plain objects, which `postMessage` can send. */
  describeDevices(): Record<string, unknown> {
    const [track] = this.stream?.getAudioTracks() ?? [];
    const { deviceId, groupId } = track?.getSettings() ?? {};
    const mic = track ? { kind: 'audioinput', label: track.label, deviceId, groupId } : {};
    return { camera: {}, mic, speaker: {} };
  }

  close(): void {
    if (!this.isPageTrack) stopTracks(this.stream);
    this.call.store.microphone = undefined;
  }

  private use(stream: MediaStream, heard = stream): void {
    this.close();
    this.isPageTrack = false;
    this.blocked = undefined;
    this.stream = stream;
    this.call.store.microphone = stream;
    this.call.sound.listenTo(heard);
    this.setOn(this.isOn);
  }
}

function stopTracks(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
