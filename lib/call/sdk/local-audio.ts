import type { CallInput } from '@/lib/call/audio/call-input';
import { getAudioTrack, type SdkRoom, type VoiceSdk } from './voice-sdk';

export class LocalAudio {
  private isMuted = false;
  private guardedRoom: SdkRoom | null = null;
  private readonly tracks = new Set<MediaStreamTrack>();
  private lastTrack: MediaStreamTrack | undefined;
  onTrack: (track: MediaStreamTrack) => void = () => undefined;

  /** @param input closed by `stop` at the latest */
  constructor(
    private readonly sdk: Pick<VoiceSdk, 'getDailyCallObject'>,
    private readonly input: CallInput,
  ) {}

  /** Adopts the current track and mutes it if needed. Call it when the room may have changed. */
  sync(): void {
    const room = this.sdk.getDailyCallObject();
    if (!room) return;
    if (room !== this.guardedRoom) this.keepMuted(room);
    const { state, track } = this.readLocalAudio(room);
    if (track) this.noticeTrack(track);
    const isOpen = state === 'playable' || state === 'sendable';
    if (this.isMuted && isOpen) room.setLocalAudio(false);
    if (this.isMuted && track) track.enabled = false;
  }

  setMuted(muted: boolean): void {
    this.isMuted = muted;
    const room = this.sdk.getDailyCallObject();
    if (!room) return;
    room.setLocalAudio(!muted);
    const { track } = this.readLocalAudio(room);
    if (track) this.noticeTrack(track);
    // All tracks, because the room shows a new one with a delay.
    this.tracks.forEach((known) => {
      known.enabled = !muted;
    });
  }

  get track(): MediaStreamTrack | undefined {
    const room = this.sdk.getDailyCallObject();
    return room ? this.readLocalAudio(room).track : undefined;
  }

  /** Takes over a track before the room gets it: to mute it now, and to stop it in the end. */
  adopt(track: MediaStreamTrack): void {
    if (this.isMuted) track.enabled = false;
    this.tracks.add(track);
  }

  /** Call it once the SDK has opened its own microphone. */
  closePermissionStream(): void {
    if (this.input.kind === 'voice') this.input.close();
  }

  stop(): void {
    this.sync();
    this.input.close();
    this.stopTracks();
  }

  stopTracks(): void {
    this.tracks.forEach((track) => track.stop());
  }

  private noticeTrack(track: MediaStreamTrack): void {
    if (track === this.lastTrack) return;
    this.lastTrack = track;
    this.tracks.add(track);
    this.onTrack(track);
  }

  private readLocalAudio(room: SdkRoom) {
    const local = Object.values(room.participants()).find((participant) => participant.local);
    return { state: local?.tracks.audio.state, track: getAudioTrack(local) };
  }

  /** Keeps a muted visitor muted: the SDK unmutes when it recovers from a failed noise filter. */
  private keepMuted(room: SdkRoom): void {
    this.guardedRoom = room;
    const original = room.setLocalAudio.bind(room);
    room.setLocalAudio = (enabled, ...options) => original(enabled && !this.isMuted, ...options);
  }
}
