import type { ScenarioId } from '../../scenarios';
import type { Message } from '../channel';
import { type Microphone, openMicrophone } from './microphone';
import type { AudioState } from '../participants';
import type { Sound } from './sound';
import type { TrackStore } from '../store';

interface CallParts {
  readonly sound: Sound;
  readonly store: TrackStore;
  readonly signal: AbortSignal;
  post(message: Message): void;
}

function stopTracks(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** What the visitor sends: a microphone, or a track of the page. */
export class VisitorAudio {
  private microphone: Microphone | undefined;
  private isOn = true;
  private isPageTrack = false;
  private onFirstMute = () => {};
  /** Resolves with the visitor's first mute. */
  readonly firstMute = new Promise<void>((resolve) => (this.onFirstMute = resolve));

  constructor(private readonly call: CallParts) {}

  /** Opens a microphone. After a failure, which is posted, the open one is kept. */
  async open(scenario: ScenarioId, deviceId?: string): Promise<void> {
    const { sound, store, signal } = this.call;
    const opened = await openMicrophone(scenario, deviceId);
    if (signal.aborted) stopTracks(opened.stream);
    signal.throwIfAborted();
    if (opened.error) {
      const errorMsg = { errorMsg: opened.error.msg, audioOk: false, videoOk: true };
      this.call.post({ action: 'camera-error', errorMsg, error: opened.error });
      this.microphone ??= opened;
      return;
    }
    this.stop();
    this.microphone = opened;
    this.isPageTrack = false;
    const isSilent = scenario === 'silent-microphone' && !deviceId;
    sound.listenTo(isSilent ? sound.createSilentStream() : opened.stream);
    store.microphone = opened.stream;
    this.setOn(this.isOn);
  }

  setOn(on: boolean): void {
    this.isOn = on;
    if (!on) this.onFirstMute();
    for (const track of this.microphone?.stream?.getAudioTracks() ?? []) track.enabled = on;
  }

  /** Takes a track of the page instead of a microphone. Only the page may stop it. */
  useTrack(track: MediaStreamTrack): void {
    const stream = new MediaStream([track]);
    this.stop();
    this.microphone = { stream };
    this.isPageTrack = true;
    this.call.sound.listenTo(stream);
    this.call.store.microphone = stream;
    this.setOn(this.isOn);
  }

  describeState(): AudioState {
    if (this.microphone?.error) {
      return { subscribed: true, state: 'blocked', blocked: this.microphone.blocked };
    }
    if (!this.isOn) return { subscribed: true, state: 'off', off: { byUser: true } };
    return { subscribed: true, state: 'playable' };
  }

  /** Describes the devices in use as plain objects, which `postMessage` can send. */
  describeDevices(): Record<string, unknown> {
    const track = this.microphone?.stream?.getAudioTracks()[0];
    const { deviceId, groupId } = track?.getSettings() ?? {};
    const mic = track ? { kind: 'audioinput', label: track.label, deviceId, groupId } : {};
    return { camera: {}, mic, speaker: {} };
  }

  close(): void {
    this.stop();
    this.call.store.microphone = undefined;
  }

  private stop(): void {
    if (!this.isPageTrack) stopTracks(this.microphone?.stream);
  }
}
