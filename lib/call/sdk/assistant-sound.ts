import type { Devices } from '@/lib/call/audio/browser';
import type { Store } from '@/lib/call/store';
import type { LiveFacts } from '@/lib/call/types';
import { getAudioTrack, type VoiceSdk } from './voice-sdk';

/** A system that pauses the sound again so soon wants it paused. */
const REPEATED_PAUSE_MS = 1_000;

const listPlayers = () => [
  ...document.querySelectorAll<HTMLAudioElement>('audio[data-participant-id]'),
];

/** What the visitor hears, and where. */
export class AssistantSound {
  private volume = 1;
  private player: HTMLAudioElement | null = null;
  private resumedAt = 0;
  /** The requested device; '' is the browser's default. */
  private loudspeakerId = '';

  constructor(
    private readonly sdk: Pick<VoiceSdk, 'on' | 'getDailyCallObject' | 'setVolume'>,
    private readonly devices: Store<Devices>,
    private readonly change: (facts: Partial<LiveFacts>) => void,
  ) {
    sdk.on('audio', (player) => this.usePlayer(player));
    devices.subscribe(() => void this.applyLoudspeaker());
  }

  /** @param volume 0–1 */
  setVolume(volume: number): void {
    this.volume = Math.min(1, Math.max(0, volume));
    this.sdk.setVolume(this.volume);
    if (this.player) this.player.volume = this.volume;
  }

  /** @param deviceId '' for the browser's default */
  async chooseLoudspeaker(deviceId: string): Promise<void> {
    this.loudspeakerId = deviceId;
    this.change({ loudspeakerReplaced: false });
    await this.applyLoudspeaker();
  }

  /** Call it inside a tap. */
  async unblock(): Promise<void> {
    const room = this.sdk.getDailyCallObject();
    const player = this.player?.isConnected ? this.player : this.createPlayer();
    if (!room || !player || !(await this.play(player))) return;
    room.sendAppMessage('playable');
    this.change({ playback: 'playing' });
  }

  remove(): void {
    this.player = null;
    for (const player of listPlayers()) {
      player.srcObject = null;
      player.remove();
    }
  }

  /** The SDK removes its own player when the browser blocks it. */
  private createPlayer(): HTMLAudioElement | null {
    const participants = this.sdk.getDailyCallObject()?.participants() ?? {};
    const assistant = Object.values(participants).find(
      ({ local, user_name }) => !local && user_name === 'Vapi Speaker',
    );
    const track = getAudioTrack(assistant?.tracks.audio);
    if (!assistant || !track) return null;
    const player = document.createElement('audio');
    player.dataset.participantId = assistant.session_id;
    player.volume = this.volume;
    player.srcObject = new MediaStream([track]);
    document.body.append(player);
    this.usePlayer(player);
    return player;
  }

  private usePlayer(player: HTMLAudioElement): void {
    if (this.player !== player) this.player?.remove();
    this.player = player;
    player.addEventListener('pause', () => void this.handlePause(player));
    player.addEventListener('playing', () => this.change({ playback: 'playing' }));
    if (this.loudspeakerId) void this.applyLoudspeaker();
  }

  /** The system pauses the sound, for example when a headset is taken off. */
  private async handlePause(player: HTMLAudioElement): Promise<void> {
    // A player that is removed or has ended is paused, too.
    if (player !== this.player || !player.isConnected || player.ended) return;
    const isRepeated = Date.now() - this.resumedAt < REPEATED_PAUSE_MS;
    this.resumedAt = Date.now();
    if (isRepeated || !(await this.play(player))) this.change({ playback: 'blocked' });
  }

  private play(player: HTMLAudioElement): Promise<boolean> {
    return player.play().then(
      () => true,
      () => false,
    );
  }

  private async applyLoudspeaker(): Promise<void> {
    const { loudspeakerId } = this;
    const { loudspeakers } = this.devices.get();
    const isListed = loudspeakers.some(({ deviceId }) => deviceId === loudspeakerId);
    try {
      // A browser that lists none may be hiding them.
      if (loudspeakerId && loudspeakers.length > 0 && !isListed) throw new Error('It is gone.');
      await Promise.all(listPlayers().map((player) => player.setSinkId(loudspeakerId)));
    } catch {
      // Another device may have been chosen since.
      if (!loudspeakerId || loudspeakerId !== this.loudspeakerId) return;
      this.loudspeakerId = '';
      this.change({ loudspeakerReplaced: true });
      await this.applyLoudspeaker();
    }
  }
}
