import type { Scenario } from '../scenarios';
import type { AudioState, Message } from './protocol';

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

/** The microphone and the assistant's voice of one call, on one AudioContext. */
export class CallAudio {
  readonly context = new AudioContext();
  readonly voiceMeter = createMeter(this.context);
  /** Shows 0 while the track is disabled. */
  readonly microphoneMeter = createMeter(this.context);
  /** The page plays its track. */
  readonly voice: MediaStream;
  microphone: MediaStream | undefined;
  private heard: MediaStreamAudioSourceNode | undefined;
  /** Why there is no microphone. */
  private blocked: AudioState['blocked'];
  private isOn = true;
  private isPageTrack = false;

  constructor() {
    const output = this.context.createMediaStreamDestination();
    this.voice = output.stream;
    this.voiceMeter.input.connect(output);
    void this.context.resume();
  }

  /** Opens the microphone. Returns what the SDK is told if that fails. */
  async open(scenario: Scenario, signal: AbortSignal): Promise<Message | undefined> {
    const { microphoneError, isMicrophoneSilent } = scenario;
    try {
      if (microphoneError) throw new DOMException('Simulated', microphoneError);
      const audio = { echoCancellation: true, noiseSuppression: true };
      const stream = await navigator.mediaDevices.getUserMedia({ audio });
      if (signal.aborted) return void stopTracks(stream);
      const silence = isMicrophoneSilent && this.context.createMediaStreamDestination().stream;
      this.use(stream, silence || stream);
      return undefined;
    } catch (thrown) {
      const { error, blocked } = FAILURES[(thrown as DOMException).name] ?? IN_USE;
      this.blocked = blocked;
      const msg = String(thrown);
      const errorMsg = { errorMsg: msg, audioOk: false, videoOk: true };
      return { action: 'camera-error', errorMsg, error: { ...error, msg } };
    }
  }

  /** Takes a track of the page instead of a microphone. Only the page may stop it. */
  useTrack(track: MediaStreamTrack): void {
    this.use(new MediaStream([track]));
    this.isPageTrack = true;
  }

  setOn(on: boolean): void {
    this.isOn = on;
    for (const track of this.microphone?.getAudioTracks() ?? []) track.enabled = on;
  }

  describeState(): AudioState {
    if (this.blocked) return { subscribed: true, state: 'blocked', blocked: this.blocked };
    if (!this.isOn) return { subscribed: true, state: 'off', off: { byUser: true } };
    return { subscribed: true, state: 'playable' };
  }

  /** Describes the devices in use as plain objects, which `postMessage` can send. */
  describeDevices(): Record<string, unknown> {
    const [track] = this.microphone?.getAudioTracks() ?? [];
    const { deviceId, groupId } = track?.getSettings() ?? {};
    const mic = track ? { kind: 'audioinput', label: track.label, deviceId, groupId } : {};
    return { camera: {}, mic, speaker: {} };
  }

  play(clip: AudioBuffer): AudioBufferSourceNode {
    const source = new AudioBufferSourceNode(this.context, { buffer: clip });
    source.connect(this.voiceMeter.input);
    source.start();
    return source;
  }

  close(): void {
    this.releaseMicrophone();
    stopTracks(this.voice);
    void this.context.close();
  }

  private use(stream: MediaStream, heard = stream): void {
    this.releaseMicrophone();
    this.isPageTrack = false;
    this.blocked = undefined;
    this.microphone = stream;
    this.heard = this.context.createMediaStreamSource(heard);
    this.heard.connect(this.microphoneMeter.input);
    this.setOn(this.isOn);
  }

  private releaseMicrophone(): void {
    this.heard?.disconnect();
    if (!this.isPageTrack) stopTracks(this.microphone);
    this.microphone = undefined;
  }
}

function stopTracks(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Measures the root mean square, 0 to 1, of what goes through `input`. */
function createMeter(context: AudioContext) {
  // 4096 samples are longer than the 50 ms between two measurements.
  const input = new AnalyserNode(context, { fftSize: 4096 });
  const samples = new Float32Array(input.fftSize);
  const measure = () => {
    input.getFloatTimeDomainData(samples);
    const sum = samples.reduce((total, sample) => total + sample * sample, 0);
    return Math.min(1, Math.sqrt(sum / samples.length));
  };
  return { input, measure };
}

/** Rejects play() as an autoplay policy does, until the next press or key, or the call's end. */
export function blockPlayback(callEnd: AbortSignal): void {
  const { prototype } = HTMLMediaElement;
  const { play } = prototype;
  const error = "play() failed because the user didn't interact with the document first.";
  prototype.play = () => Promise.reject(new DOMException(error, 'NotAllowedError'));
  const unblock = () => void (prototype.play = play);
  for (const gesture of ['pointerdown', 'keydown'])
    window.addEventListener(gesture, unblock, { capture: true, signal: callEnd });
  callEnd.addEventListener('abort', unblock);
}
