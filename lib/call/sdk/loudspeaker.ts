import type { CallEvent } from '@/lib/call/types';
import { listDevices } from '@/lib/call/audio/devices';
import type { AssistantSound } from './assistant-sound';

/** Plays the assistant on the chosen loudspeaker, or on the default one when that one is gone. */
export class Loudspeaker {
  /** The requested device; '' is the browser's default. */
  private deviceId = '';
  private readonly stopController = new AbortController();

  constructor(
    private readonly sound: AssistantSound,
    private readonly emit: (event: CallEvent) => void,
  ) {}

  /** Call it when the call is live. */
  watch(): void {
    const { signal } = this.stopController;
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    devices?.addEventListener?.('devicechange', () => void this.checkDevices(), { signal });
  }

  /** Call it at the end of the call. */
  stop(): void {
    this.stopController.abort();
  }

  /** @param deviceId '' for the browser's default */
  async choose(deviceId: string): Promise<void> {
    this.deviceId = deviceId;
    this.emit({ type: 'loudspeaker', replaced: false });
    await this.apply();
  }

  /** Call it when another element plays the sound. */
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
    const { deviceId } = this;
    if (!deviceId) return;
    const devices = await listDevices('audiooutput');
    if (!devices.some((device) => device.deviceId === deviceId)) await this.fallBack(deviceId);
  }

  /** Does nothing if another device was chosen since. */
  private async fallBack(from: string): Promise<void> {
    if (!from || from !== this.deviceId) return;
    this.deviceId = '';
    this.emit({ type: 'loudspeaker', replaced: true });
    await this.sound.playOn('').catch(() => undefined);
  }
}
