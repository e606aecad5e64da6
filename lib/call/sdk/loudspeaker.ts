import type { CallEvent } from '@/lib/call/types';
import type { AssistantSound } from './assistant-sound';
import type { LiveDevices } from './live-devices';

/** Plays the assistant on the chosen loudspeaker, or on the default one when that one is gone. */
export class Loudspeaker {
  /** The requested device; '' is the browser's default. */
  private deviceId = '';

  constructor(
    private readonly sound: AssistantSound,
    private readonly devices: LiveDevices,
    private readonly emit: (event: CallEvent) => void,
  ) {
    devices.list.subscribe(() => void this.checkDevices());
  }

  /** @param deviceId '' for the browser's default */
  async choose(deviceId: string): Promise<void> {
    this.deviceId = deviceId;
    this.emit({ type: 'loudspeaker', replaced: false });
    await this.apply();
  }

  async reapply(): Promise<void> {
    if (this.deviceId) await this.apply();
  }

  private async apply(): Promise<void> {
    const { deviceId } = this;
    try {
      await this.sound.playOn(deviceId);
    } catch {
      await this.fallBack(deviceId);
    }
  }

  private async checkDevices(): Promise<void> {
    const { loudspeakers } = this.devices.list.get();
    const isListed = loudspeakers.some(({ deviceId }) => deviceId === this.deviceId);
    if (!isListed) await this.fallBack(this.deviceId);
  }

  /** Does nothing if another device was chosen since. */
  private async fallBack(from: string): Promise<void> {
    if (!from || from !== this.deviceId) return;
    this.deviceId = '';
    this.emit({ type: 'loudspeaker', replaced: true });
    await this.sound.playOn('').catch(() => undefined);
  }
}
