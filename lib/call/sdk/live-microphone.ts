import type { CallEvent, MicrophoneState } from '@/lib/call/types';
import type { CallRoom } from './call-room';
import { listDevices } from '@/lib/call/audio/devices';
import { withDeadline } from '@/lib/deadline';
import type { VoiceSdk } from './voice-sdk';

const LIST_TIMEOUT_MS = 1_000;
/** Some browsers ask the visitor about each microphone. */
const SWITCH_TIMEOUT_MS = 20_000;

/** `outdated`: a newer switch or the end of the call came first. */
type SwitchResult = 'opened' | 'missing' | 'failed' | 'outdated';

function readOpeningError(error: unknown): SwitchResult {
  const name = (error as { name?: unknown } | null | undefined)?.name;
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed';
}

/** Falls back to the default when the chosen one is gone. A muted microphone stays muted. */
export class LiveMicrophone {
  /** The requested device; '' is the browser's default. */
  private deviceId = '';
  private state: MicrophoneState = 'open';
  private isLive = false;
  private readonly stopController = new AbortController();
  private latestSwitch = 0;
  private pendingSwitches = 0;
  private queue: Promise<unknown> = Promise.resolve();
  private rejectOpening: (() => void) | null = null;
  private ownTrack: MediaStreamTrack | null = null;

  constructor(
    private readonly sdk: VoiceSdk,
    private readonly room: CallRoom,
    private readonly emit: (event: CallEvent) => void,
  ) {
    room.localAudio.onTrack = (track) => this.handleTrack(track);
  }

  watch(): void {
    this.isLive = true;
    const { signal } = this.stopController;
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    devices?.addEventListener?.('devicechange', () => void this.checkDevices(), { signal });
    const { track } = this.room.localAudio;
    if (track?.readyState === 'ended') this.startFallback();
    else if (track?.muted) this.emitState();
  }

  /** Call it at the end of the call. A microphone that is still opening is closed again. */
  stop(): void {
    this.stopController.abort();
  }

  /** @param deviceId '' for the browser's default */
  async choose(deviceId: string): Promise<void> {
    this.deviceId = deviceId;
    this.setState('open');
    const result = await this.queueSwitch((isOutdated) =>
      deviceId ? this.openChoice(deviceId) : this.openTrack('', isOutdated),
    );
    if (result === 'missing' || result === 'failed') await this.fallBack();
  }

  /** Call it inside a press. */
  async reopen(): Promise<void> {
    const deviceId = this.deviceId || this.deviceInUse;
    const result = await this.queueSwitch((isOutdated) => this.openTrack(deviceId, isOutdated));
    const hasEnded = this.room.localAudio.track?.readyState === 'ended';
    if (result === 'missing' || (result === 'failed' && hasEnded)) await this.fallBack();
  }

  get deviceInUse(): string | undefined {
    return this.room.localAudio.track?.getSettings().deviceId;
  }

  /** Call it when the SDK could not open a microphone, or has lost it. */
  handleError(): void {
    if (this.rejectOpening) this.rejectOpening();
    else this.startFallback();
  }

  private handleTrack(track: MediaStreamTrack): void {
    for (const type of ['ended', 'mute', 'unmute'])
      track.addEventListener(type, this.handleTrackEvent);
    if (!this.isLive) return;
    // The SDK may have found another microphone.
    if (this.state === 'lost' && track.readyState === 'live') this.setState('replaced');
    else this.emitState();
  }

  private readonly handleTrackEvent = ({ type, target }: Event): void => {
    const isInUse = target === this.room.localAudio.track;
    if (!this.isLive || !isInUse) return;
    // `ended` means that the device is gone: tracks that are stopped do not fire it.
    if (type === 'ended') this.startFallback();
    else this.emitState();
  };

  private async checkDevices(): Promise<void> {
    await this.queue;
    const devices = await listDevices('audioinput');
    const isListed = devices.some(({ deviceId }) => deviceId === this.deviceId);
    const isGone = devices.length === 0 || (this.deviceId !== '' && !isListed);
    if (this.state === 'lost') void this.fallBack();
    else if (isGone) this.startFallback();
  }

  /** Does nothing during a switch, which replaces the lost microphone anyway. */
  private startFallback(): void {
    if (this.pendingSwitches === 0 && this.state !== 'lost') void this.fallBack();
  }

  private async fallBack(): Promise<void> {
    const result = await this.queueSwitch(async (isOutdated) => {
      const listing = withDeadline(listDevices('audioinput'), LIST_TIMEOUT_MS);
      const devices = await listing.catch(() => null);
      if (isOutdated()) return;
      if (devices?.length === 0) throw new DOMException('There is no microphone.', 'NotFoundError');
      await this.openTrack('', isOutdated);
    });
    if (result === 'outdated') return;
    this.deviceId = '';
    const isStillOpen = result === 'failed' && this.room.localAudio.track?.readyState === 'live';
    this.setState(result === 'opened' || isStillOpen ? 'replaced' : 'lost');
  }

  /** When a device cannot be opened, the SDK does not reject; it only emits `camera-error`. */
  private async openChoice(audioDeviceId: string): Promise<void> {
    const openingFailure = new Promise((_, reject) => {
      this.rejectOpening = () => reject(new Error('The microphone could not be opened.'));
    });
    try {
      await Promise.race([this.sdk.setInputDevicesAsync({ audioDeviceId }), openingFailure]);
    } finally {
      this.rejectOpening = null;
    }
    this.ownTrack?.stop();
    this.ownTrack = null;
  }

  /** Opens a track ourselves: the SDK ignores an empty id, and may ignore the current one. */
  private async openTrack(deviceId: string | undefined, isOutdated: () => boolean): Promise<void> {
    const audio = deviceId ? { deviceId: { exact: deviceId } } : true;
    const stream = await navigator.mediaDevices.getUserMedia({ audio });
    const [track] = stream.getTracks() as [MediaStreamTrack];
    if (isOutdated()) return track.stop();
    const { localAudio } = this.room;
    localAudio.adopt(track);
    const previousTrack = localAudio.track;
    try {
      await this.sdk.setInputDevicesAsync({ audioSource: track });
    } catch (error) {
      track.stop();
      throw error;
    }
    previousTrack?.stop();
    this.ownTrack?.stop();
    this.ownTrack = track;
    // Nothing listened to it yet, for example when a dock with two microphones is unplugged.
    if (track.readyState === 'ended')
      throw new DOMException('The microphone has ended while it was opening.', 'NotFoundError');
  }

  private queueSwitch(open: (isOutdated: () => boolean) => Promise<void>): Promise<SwitchResult> {
    const switchNumber = ++this.latestSwitch;
    const isStopped = () => this.stopController.signal.aborted;
    const isOutdated = () => isStopped() || switchNumber !== this.latestSwitch;
    const run = async (): Promise<SwitchResult> => {
      if (isOutdated()) return 'outdated';
      let isGivenUp = false;
      const opening = open(() => isGivenUp || isOutdated()).finally(() => {
        if (isStopped()) void this.room.leave('us');
        else this.room.localAudio.sync();
      });
      const result = await withDeadline(opening, SWITCH_TIMEOUT_MS).then(
        () => 'opened' as const,
        readOpeningError,
      );
      isGivenUp = true;
      return isOutdated() ? 'outdated' : result;
    };
    this.pendingSwitches += 1;
    const switched = this.queue.then(run).finally(() => {
      this.pendingSwitches -= 1;
    });
    this.queue = switched;
    return switched;
  }

  private setState(state: MicrophoneState): void {
    this.state = state;
    this.emitState();
  }

  private emitState(): void {
    const paused = this.state !== 'lost' && this.room.localAudio.track?.muted === true;
    this.emit({ type: 'microphone', microphone: this.state, paused });
  }
}
