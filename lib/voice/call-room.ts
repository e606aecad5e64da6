import { closeStream } from './microphone';
import type { SdkParticipant, SdkRoom, VoiceSdk } from './voice-sdk';

const pollMs = 10;
/** So long the SDK may take for its own clean-up before ours steps in. */
const ownCleanupMs = 500;
/** So long a call machine may take to leave before it is presumed hung. */
const leaveMs = 400;
const giveUpMs = 1_500;

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function until(done: () => boolean, withinMs: number): Promise<void> {
  for (let waited = 0; !done() && waited < withinMs; waited += pollMs) await wait(pollMs);
}

function audioTrack(participant: SdkParticipant | undefined): MediaStreamTrack | undefined {
  const audio = participant?.tracks.audio;
  return audio?.track ?? audio?.persistentTrack;
}

function localParticipant(room: SdkRoom): SdkParticipant | undefined {
  return Object.values(room.participants()).find((participant) => participant.local);
}

/**
 * The room under one SDK instance: the microphone track in it, the mute intent, the sound that comes
 * out of it, and its orderly end. One per attempt.
 */
export class CallRoom {
  private muted = false;
  private guarded: SdkRoom | null = null;
  private volume = 1;
  private player: HTMLAudioElement | null = null;
  private readonly localTracks = new Set<MediaStreamTrack>();
  private leaving: Promise<void> | null = null;

  constructor(
    private readonly sdk: VoiceSdk,
    private readonly precheck: MediaStream,
  ) {}

  /** Call whenever the room may have changed: takes note of the microphone track and re-mutes it. */
  sync(): void {
    const room = this.sdk.getDailyCallObject();
    if (!room) return;
    if (room !== this.guarded) this.guard(room);
    const local = localParticipant(room);
    const track = audioTrack(local);
    if (track) this.localTracks.add(track);
    const open =
      local?.tracks.audio.state === 'playable' || local?.tracks.audio.state === 'sendable';
    // Stryker disable next-line BooleanLiteral: the guard says no to true as well, while muted
    if (this.muted && open) room.setLocalAudio(false);
    if (this.muted && track) track.enabled = false;
  }

  /** Recovering from a failed noise filter, the SDK un-mutes; the visitor's intent goes first. */
  private guard(room: SdkRoom): void {
    this.guarded = room;
    const original = room.setLocalAudio.bind(room);
    room.setLocalAudio = (enabled, options) => {
      const wanted = enabled && !this.muted;
      return options === undefined ? original(wanted) : original(wanted, options);
    };
  }

  setMuted(muted: boolean): void {
    this.muted = muted;
    const room = this.sdk.getDailyCallObject();
    if (!room) return;
    room.setLocalAudio(!muted);
    const track = audioTrack(localParticipant(room));
    if (track) track.enabled = !muted;
  }

  setVolume(volume: number): void {
    this.volume = Math.min(1, Math.max(0, volume));
    this.sdk.setVolume(this.volume);
    if (this.player) this.player.volume = this.volume;
  }

  /** The SDK has opened its own microphone by now; ours has done its work. */
  closePrecheck(): void {
    closeStream(this.precheck);
  }

  isJoined(): boolean {
    return this.sdk.getDailyCallObject()?.meetingState() === 'joined-meeting';
  }

  /**
   * Plays the assistant through an element of our own; call it inside a tap. When the browser has
   * refused the SDK's element, the SDK gives up on it and the assistant waits for 'playable'.
   */
  async hear(): Promise<boolean> {
    const room = this.sdk.getDailyCallObject();
    if (!room) return false;
    const assistant = Object.values(room.participants()).find(
      ({ local, user_name }) => !local && user_name === 'Vapi Speaker',
    );
    const track = audioTrack(assistant);
    if (!track) return false;
    const player = this.player ?? document.createElement('audio');
    this.player = player;
    // Stryker disable next-line OptionalChaining,StringLiteral: for the types, since who has a track is there
    player.dataset.participantId = assistant?.session_id ?? '';
    player.volume = this.volume;
    player.srcObject = new MediaStream([track]);
    if (!player.isConnected) document.body.append(player);
    try {
      await player.play();
    } catch {
      return false;
    }
    room.sendAppMessage('playable');
    return true;
  }

  /**
   * Ends the call and gives everything back. The microphone is off when this returns; the promise
   * settles when the room is free for another call, at the latest after about two seconds.
   *
   * @param by who ended it: after an end or an error of its own the SDK cleans up by itself, and a
   *   second clean-up on top of it would never finish
   */
  leave(by: 'us' | 'sdk'): Promise<void> {
    this.sync();
    closeStream(this.precheck);
    this.localTracks.forEach((track) => track.stop());
    this.leaving ??= this.free(by).finally(() => {
      this.leaving = null;
    });
    return this.leaving;
  }

  private async free(by: 'us' | 'sdk'): Promise<void> {
    const gone = () => this.sdk.getDailyCallObject() === null;
    if (by === 'sdk') await until(gone, ownCleanupMs);
    if (!gone()) {
      let stopped = false;
      const settle = () => {
        stopped = true;
      };
      this.sdk.stop().then(settle, settle);
      // Meeting a clean-up of the SDK's own, stop() never settles, but the room is gone all the same.
      const done = () => stopped || gone();
      await until(done, leaveMs);
      if (!done()) {
        // A call machine that never initialised, or was never asked to join, answers nothing: say
        // in its name that it has left, or every later call would be refused as a duplicate.
        const left = { what: 'iframe-call-message', from: 'embedded', action: 'left-meeting' };
        window.postMessage(left, window.location.origin);
        await until(done, giveUpMs);
      }
    }
    this.localTracks.forEach((track) => track.stop());
    this.removePlayers();
  }

  /** The SDK leaves one element per call behind; after a call none of them plays anything. */
  private removePlayers(): void {
    this.player = null;
    for (const player of document.querySelectorAll<HTMLAudioElement>(
      'audio[data-participant-id]',
    )) {
      player.srcObject = null;
      player.remove();
    }
  }
}
