import { getAudioTrack, type VoiceSdk } from './voice-sdk';

const listPlayers = () => [
  ...document.querySelectorAll<HTMLAudioElement>('audio[data-participant-id]'),
];

export class AssistantSound {
  private volume = 1;
  private player: HTMLAudioElement | null = null;

  constructor(private readonly sdk: Pick<VoiceSdk, 'getDailyCallObject' | 'setVolume'>) {}

  /** @param volume 0–1 */
  setVolume(volume: number): void {
    this.volume = Math.min(1, Math.max(0, volume));
    this.sdk.setVolume(this.volume);
    if (this.player) this.player.volume = this.volume;
  }

  /**
   * @param deviceId '' for the browser's default
   * @throws if there is no such loudspeaker
   */
  async playOn(deviceId: string): Promise<void> {
    await Promise.all(listPlayers().map((player) => player.setSinkId(deviceId)));
  }

  /** In our own element, as the SDK does not retry its blocked one. Call it inside a tap. */
  async unblock(): Promise<boolean> {
    const room = this.sdk.getDailyCallObject();
    if (!room) return false;
    const assistant = Object.values(room.participants()).find(
      ({ local, user_name }) => !local && user_name === 'Vapi Speaker',
    );
    const track = getAudioTrack(assistant);
    if (!track) return false;
    this.player ??= document.createElement('audio');
    const { player } = this;
    player.dataset.participantId = assistant?.session_id ?? '';
    player.volume = this.volume;
    player.srcObject = new MediaStream([track]);
    // Appending it again would stop the playback.
    if (!player.isConnected) document.body.append(player);
    try {
      await player.play();
    } catch {
      return false;
    }
    room.sendAppMessage('playable');
    return true;
  }

  remove(): void {
    this.player = null;
    for (const player of listPlayers()) {
      player.srcObject = null;
      player.remove();
    }
  }
}
