import type { CallEvent, MicrophoneState } from '../state/call-events';
import type { CallRoom } from '../sdk/call-room';
import { listMicrophones } from './microphone';
import type { VoiceSdk } from '../sdk/voice-sdk';

function isMissing(error: unknown): boolean {
  const { name } = error as { name?: unknown };
  return name === 'NotFoundError' || name === 'OverconstrainedError';
}

/**
 * Keeps the microphone of a live call working: opens the one that is chosen, falls back to the
 * default when it is gone, and notices when the device pauses it. A muted microphone stays muted.
 */
export class LiveMicrophone {
  /** What was asked for last; '' is the browser's default. */
  private deviceId = '';
  private state: MicrophoneState = 'open';
  private isLive = false;
  private readonly over = new AbortController();
  private switches = 0;
  private pending = 0;
  private queue: Promise<unknown> = Promise.resolve();
  /** Fails the choice that is being opened. */
  private failChoice: (() => void) | null = null;
  /** The track that the SDK has from us. */
  private given: MediaStreamTrack | null = null;

  constructor(
    private readonly sdk: VoiceSdk,
    private readonly room: CallRoom,
    private readonly emit: (event: CallEvent) => void,
  ) {
    room.microphone.onTrack = (track) => this.handleTrack(track);
  }

  /** Call it when the call is live. */
  watch(): void {
    this.isLive = true;
    const { signal } = this.over;
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    devices?.addEventListener?.('devicechange', () => void this.checkDevices(), { signal });
    const { track } = this.room.microphone;
    if (track?.readyState === 'ended') this.replace();
    else if (track?.muted) this.tell();
  }

  /** Call it when the call is over. What is being opened is closed again. */
  stop(): void {
    this.over.abort();
  }

  /** @param deviceId '' for the browser's default */
  async choose(deviceId: string): Promise<void> {
    this.deviceId = deviceId;
    this.show('open');
    const opened = await this.switchTo((isOutdated) =>
      deviceId ? this.openChoice(deviceId) : this.openTrack('', isOutdated),
    );
    if (opened) this.tell();
    else if (opened === false) await this.fallBack();
  }

  /** Reopens the same device. Call it inside a press. */
  async reopen(): Promise<void> {
    const deviceId = this.deviceId || this.room.microphone.track?.getSettings().deviceId;
    let missing = false;
    const opened = await this.switchTo((isOutdated) =>
      this.openTrack(deviceId, isOutdated).catch((error: unknown) => {
        missing = isMissing(error);
        throw error;
      }),
    );
    if (opened) this.tell();
    else if (missing) await this.fallBack();
  }

  /** The SDK could not open a microphone, or has lost the one it had. */
  handleError(): void {
    if (this.failChoice) this.failChoice();
    else this.replace();
  }

  private handleTrack(track: MediaStreamTrack): void {
    for (const type of ['ended', 'mute', 'unmute'])
      track.addEventListener(type, this.handleTrackEvent);
    if (!this.isLive || this.pending > 0) return;
    // The SDK may have found another microphone.
    if (this.state === 'lost') this.show('replaced');
    else this.tell();
  }

  private readonly handleTrackEvent = ({ type, target }: Event): void => {
    const inUse = target === this.room.microphone.track;
    if (!this.isLive || !inUse || this.over.signal.aborted) return;
    // A track that the page or the SDK stops does not fire `ended`.
    if (type === 'ended') this.replace();
    else this.tell();
  };

  private async checkDevices(): Promise<void> {
    await this.queue;
    const devices = await listMicrophones();
    if (this.over.signal.aborted) return;
    const isListed = devices.some(({ deviceId }) => deviceId === this.deviceId);
    if (this.state === 'lost') {
      if (devices.length > 0) void this.fallBack();
    } else if (devices.length === 0 || (this.deviceId && !isListed)) this.replace();
  }

  /** The microphone in use is gone; a switch that is under way replaces it anyway. */
  private replace(): void {
    if (this.pending === 0 && this.state !== 'lost') void this.fallBack();
  }

  private async fallBack(): Promise<void> {
    const opened = await this.switchTo(async (isOutdated) => {
      const devices = await listMicrophones();
      if (isOutdated()) return;
      if (devices.length === 0) throw new Error('There is no microphone.');
      await this.openTrack('', isOutdated);
    });
    if (opened === undefined) return;
    this.deviceId = '';
    this.show(opened ? 'replaced' : 'lost');
  }

  /** The SDK does not reject when a device cannot be opened. It only emits `camera-error`. */
  private async openChoice(audioDeviceId: string): Promise<void> {
    const failed = new Promise((_, reject) => {
      this.failChoice = () => reject(new Error('The microphone could not be opened.'));
    });
    try {
      await Promise.race([this.sdk.setInputDevicesAsync({ audioDeviceId }), failed]);
    } finally {
      this.failChoice = null;
    }
    this.given?.stop();
    this.given = null;
  }

  /**
   * Opens a microphone for the SDK, which ignores an empty id and may ignore the one it has.
   *
   * @param deviceId the browser's default when empty
   */
  private async openTrack(deviceId: string | undefined, isOutdated: () => boolean): Promise<void> {
    const audio = deviceId ? { deviceId: { exact: deviceId } } : true;
    const stream = await navigator.mediaDevices.getUserMedia({ audio });
    const [track] = stream.getTracks() as [MediaStreamTrack];
    if (isOutdated()) return track.stop();
    const { microphone } = this.room;
    microphone.adopt(track);
    const before = microphone.track;
    try {
      await this.sdk.setInputDevicesAsync({ audioSource: track });
    } catch (error) {
      track.stop();
      throw error;
    }
    before?.stop();
    this.given?.stop();
    this.given = track;
  }

  /**
   * Switches once the earlier switches have ended.
   *
   * @returns whether it opened a microphone; undefined when a newer switch or the end of the call
   *   came first
   */
  private switchTo(
    open: (isOutdated: () => boolean) => Promise<void>,
  ): Promise<boolean | undefined> {
    const number = ++this.switches;
    const isOver = () => this.over.signal.aborted;
    const isOutdated = () => isOver() || number !== this.switches;
    const run = async () => {
      if (isOutdated()) return undefined;
      const opened = await open(isOutdated).then(
        () => true,
        () => false,
      );
      if (isOver()) void this.room.leave('us');
      else this.room.microphone.sync();
      return isOutdated() ? undefined : opened;
    };
    this.pending += 1;
    const switched = this.queue.then(run).finally(() => {
      this.pending -= 1;
    });
    this.queue = switched;
    return switched;
  }

  private show(state: MicrophoneState): void {
    this.state = state;
    this.tell();
  }

  private tell(): void {
    const paused = this.state !== 'lost' && this.room.microphone.track?.muted === true;
    this.emit({ type: 'microphone', microphone: this.state, paused });
  }
}
