import { listDevices, type AudioDevice } from '@/lib/call/audio/devices';
import { createStore } from '@/lib/call/store';

export interface Devices {
  microphones: readonly AudioDevice[];
  /** None if the browser cannot switch. */
  loudspeakers: readonly AudioDevice[];
}

export class LiveDevices {
  readonly list = createStore<Devices>({ microphones: [], loudspeakers: [] });
  private readonly stopController = new AbortController();

  watch(): void {
    const { signal } = this.stopController;
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    devices?.addEventListener?.('devicechange', () => void this.update(), { signal });
    void this.update();
  }

  stop(): void {
    this.stopController.abort();
  }

  private async update(): Promise<void> {
    const [microphones, loudspeakers] = await Promise.all([
      listDevices('audioinput'),
      listDevices('audiooutput'),
    ]);
    if (!this.stopController.signal.aborted) this.list.set({ microphones, loudspeakers });
  }
}
