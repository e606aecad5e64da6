import type { CallInput } from './call-input';
import { audioTrack, type SdkRoom, type VoiceSdk } from '../sdk/voice-sdk';

/** The visitor's microphone in one call, or the silence in its place: notices its tracks, keeps it muted, stops it. */
export class RoomMicrophone {
  private muted = false;
  private guardedRoom: SdkRoom | null = null;
  private readonly tracks = new Set<MediaStreamTrack>();
  private noticed: MediaStreamTrack | undefined;
  /** Called with each track that comes into use. */
  onTrack: (track: MediaStreamTrack) => void = () => undefined;

  /** @param input closed by `stop` at the latest */
  constructor(
    private readonly sdk: Pick<VoiceSdk, 'getDailyCallObject'>,
    private readonly input: CallInput,
  ) {}

  /** Notices the current track and mutes it again if need be. Call it whenever the room may have changed. */
  sync(): void {
    const room = this.sdk.getDailyCallObject();
    if (!room) return;
    if (room !== this.guardedRoom) this.guard(room);
    const { state, track } = this.current(room);
    if (track) this.notice(track);
    const open = state === 'playable' || state === 'sendable';
    if (this.muted && open) room.setLocalAudio(false);
    if (this.muted && track) track.enabled = false;
  }

  setMuted(muted: boolean): void {
    this.muted = muted;
    const room = this.sdk.getDailyCallObject();
    if (!room) return;
    room.setLocalAudio(!muted);
    const { track } = this.current(room);
    if (track) this.notice(track);
    // All of them: the room shows a new track only after a while.
    this.tracks.forEach((known) => {
      known.enabled = !muted;
    });
  }

  /** The track in use, as far as the room shows it. */
  get track(): MediaStreamTrack | undefined {
    const room = this.sdk.getDailyCallObject();
    return room ? this.current(room).track : undefined;
  }

  /** Mutes a track if need be before the room gets it, and stops it at the end of the call. */
  adopt(track: MediaStreamTrack): void {
    if (this.muted) track.enabled = false;
    this.tracks.add(track);
  }

  /** Call it once the SDK has opened a microphone of its own. */
  closePermissionStream(): void {
    if (this.input.kind === 'voice') this.input.close();
  }

  /** Switches the microphone off. */
  stop(): void {
    this.sync();
    this.input.close();
    this.stopTracks();
  }

  /** Stops every track noticed so far. */
  stopTracks(): void {
    this.tracks.forEach((track) => track.stop());
  }

  private notice(track: MediaStreamTrack): void {
    if (track === this.noticed) return;
    this.noticed = track;
    this.tracks.add(track);
    this.onTrack(track);
  }

  private current(room: SdkRoom) {
    const local = Object.values(room.participants()).find((participant) => participant.local);
    return { state: local?.tracks.audio.state, track: audioTrack(local) };
  }

  /** The SDK unmutes when it recovers from a failed noise filter: a muted visitor stays muted. */
  private guard(room: SdkRoom): void {
    this.guardedRoom = room;
    const original = room.setLocalAudio.bind(room);
    room.setLocalAudio = (enabled, options) => {
      const wanted = enabled && !this.muted;
      return options === undefined ? original(wanted) : original(wanted, options);
    };
  }
}
