import type { LiveFacts, MicrophoneState } from '@/lib/call/types';
import { withDeadline } from '@/lib/deadline';
import { getAudioTrack, type SdkRoom, type VoiceSdk } from './voice-sdk';

/** Some browsers ask the visitor about each microphone. */
const SWITCH_TIMEOUT_MS = 20_000;
/** A headset that changes its Bluetooth profile is paused for less. */
const SHORT_PAUSE_MS = 1_000;
/** Opening a broken microphone may itself change the list of devices. */
const RETRY_PAUSE_MS = 2_000;

/** The visitor's track in the room. It stays muted, and replaced when it is lost. */
export class RoomMicrophone {
  private isMuted = false;
  /** The requested device; '' is the browser's default. */
  private deviceId = '';
  private state: MicrophoneState = 'open';
  private isPaused = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly tracks = new Set<MediaStreamTrack>();
  private lastTrack: MediaStreamTrack | undefined;
  /** The attempt to open a microphone that counts, while there is one. */
  private attempt: object | null = null;
  private replacedAt = 0;
  /** Before the call is live, and in a typed call, no microphone is replaced. */
  private isInUse = false;

  constructor(
    private readonly sdk: VoiceSdk,
    private readonly room: SdkRoom,
    private readonly change: (facts: Partial<LiveFacts>) => void,
    private readonly over: AbortSignal,
  ) {
    // The SDK would unmute the visitor when it recovers from a failed noise filter.
    const setLocalAudio = room.setLocalAudio.bind(room);
    room.setLocalAudio = (on, ...options) => setLocalAudio(on && !this.isMuted, ...options);
    sdk.on('daily-participant-updated', () => {
      // A microphone that was opening at the end of the call may appear only now.
      if (over.aborted) this.stop();
      else this.sync();
    });
  }

  /** Call it when a microphone's call is live. */
  keepOpen(): void {
    this.isInUse = true;
    const retry = () => {
      if (this.state !== 'lost') return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.use('', 'replaced'), RETRY_PAUSE_MS);
    };
    navigator.mediaDevices.addEventListener('devicechange', retry, { signal: this.over });
    this.sync();
    this.noticeTrack();
  }

  /** Takes over the room's current track. Call it when the room may have changed. */
  sync(): void {
    const { state, track } = this.readRoom();
    if (track && track !== this.lastTrack) {
      this.lastTrack = track;
      this.tracks.add(track);
      for (const type of ['ended', 'mute', 'unmute'])
        track.addEventListener(type, () => this.noticeTrack(track));
      // The SDK may have found another microphone.
      if (this.state === 'lost' && track.readyState === 'live') this.setState('replaced');
      else this.noticeTrack();
    }
    if (!this.isMuted) return;
    if (state === 'playable' || state === 'sendable') this.room.setLocalAudio(false);
    if (track) track.enabled = false;
  }

  /** Stops every track, also one that is still opening. */
  stop(): void {
    // First, so that a new track that has already ended opens no other.
    this.isInUse = false;
    this.sync();
    this.attempt = null;
    clearTimeout(this.timer);
    this.tracks.forEach((track) => track.stop());
  }

  setMuted(muted: boolean): void {
    this.isMuted = muted;
    this.room.setLocalAudio(!muted);
    this.sync();
    // All tracks, because the room shows a new one with a delay.
    this.tracks.forEach((track) => {
      track.enabled = !muted;
    });
    this.change({ muted });
  }

  get deviceInUse(): string | undefined {
    return this.track?.getSettings().deviceId;
  }

  /** @param deviceId '' for the browser's default */
  async choose(deviceId: string): Promise<void> {
    if (!this.isInUse) return;
    this.deviceId = deviceId;
    this.setState('open');
    await this.use(deviceId);
  }

  /** Call it inside a press. */
  async reopen(): Promise<void> {
    if (this.isInUse) await this.use(this.deviceId || this.deviceInUse || '');
  }

  /** Replaces the track if it has ended. The track itself knows; lists of devices may be empty. */
  private noticeTrack(track = this.track): void {
    if (!this.isInUse || !track || track !== this.track) return;
    if (track.readyState === 'ended') {
      if (!this.attempt && this.state !== 'lost') this.replace();
      return;
    }
    clearTimeout(this.timer);
    if (track.muted === this.isPaused) return;
    this.timer = setTimeout(
      () => {
        this.isPaused = track.muted;
        this.setState(this.state);
      },
      track.muted ? SHORT_PAUSE_MS : 0,
    );
  }

  private get track(): MediaStreamTrack | undefined {
    return this.readRoom().track;
  }

  private readRoom() {
    const { audio } =
      Object.values(this.room.participants()).find(({ local }) => local)?.tracks ?? {};
    return { state: audio?.state, track: getAudioTrack(audio) };
  }

  private replace(): void {
    const endedSoon = Date.now() - this.replacedAt < RETRY_PAUSE_MS;
    this.replacedAt = Date.now();
    if (endedSoon) this.setState('lost');
    else void this.use(this.deviceId, this.deviceId ? 'open' : 'replaced');
  }

  /**
   * Opens this device, otherwise the default one, unless another attempt comes first.
   *
   * @param wanted '' for the default
   * @param opened what the visitor is told if it opens
   */
  private async use(wanted: string, opened: 'open' | 'replaced' = 'open'): Promise<void> {
    for (const deviceId of new Set([wanted, ''])) {
      const attempt = (this.attempt = {});
      const isOutdated = () => attempt !== this.attempt;
      const opening = withDeadline(this.open(deviceId, isOutdated), SWITCH_TIMEOUT_MS);
      const isOpen = await opening.then(
        () => true,
        () => false,
      );
      if (isOutdated()) return;
      this.attempt = null;
      if (isOpen) return this.setState(deviceId === wanted ? opened : 'replaced');
    }
    if (this.track?.readyState !== 'live') this.setState('lost');
    else if (wanted !== this.deviceInUse) this.setState('replaced');
  }

  /** The page opens it: the SDK has no name for the default, and doesn't say what it can't open. */
  private async open(deviceId: string, isOutdated: () => boolean): Promise<void> {
    const audio = deviceId ? { deviceId: { exact: deviceId } } : true;
    const stream = await navigator.mediaDevices.getUserMedia({ audio });
    const [track] = stream.getTracks() as [MediaStreamTrack];
    if (isOutdated()) return track.stop();
    if (this.isMuted) track.enabled = false;
    this.tracks.add(track);
    try {
      await this.sdk.setInputDevicesAsync({ audioSource: track });
    } catch (error) {
      track.stop();
      throw error;
    }
    this.sync();
    // The newer attempt stops it.
    if (isOutdated()) return;
    for (const other of this.tracks) if (other !== track) other.stop();
    // Nothing listened to it yet, for example when a dock with two microphones is unplugged.
    if (track.readyState === 'ended') throw new Error('It has ended while it was opening.');
  }

  private setState(state: MicrophoneState): void {
    this.state = state;
    if (state !== 'open') this.deviceId = '';
    const paused = state !== 'lost' && this.isPaused && this.track?.muted === true;
    this.change({ microphone: state, paused });
  }
}
