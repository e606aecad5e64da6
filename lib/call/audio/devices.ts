import { createStore } from '@/lib/call/store';

export interface AudioDevice {
  deviceId: string;
  label: string;
}

export interface Devices {
  microphones: readonly AudioDevice[];
  /** None if the browser cannot switch. */
  loudspeakers: readonly AudioDevice[];
}

// Absent on insecure origins and in some in-app browsers, unlike in the type declarations.
const getMediaDevices = () => navigator.mediaDevices as MediaDevices | undefined;

/** The devices to choose from during a call. */
export class DeviceList {
  readonly list = createStore<Devices>({ microphones: [], loudspeakers: [] });
  private readonly stopController = new AbortController();

  watch(): void {
    const { signal } = this.stopController;
    getMediaDevices()?.addEventListener?.('devicechange', () => void this.update(), { signal });
    void this.update();
  }

  stop(): void {
    this.stopController.abort();
  }

  private async update(): Promise<void> {
    const found = await getMediaDevices()
      ?.enumerateDevices?.()
      .catch(() => undefined);
    if (!found || this.stopController.signal.aborted) return;
    const select = (wanted: MediaDeviceKind) =>
      found
        .filter(({ kind, deviceId }) => kind === wanted && deviceId !== '')
        .map(({ deviceId, label }) => ({ deviceId, label }));
    const canSwitch = 'setSinkId' in HTMLMediaElement.prototype;
    this.list.set({
      microphones: select('audioinput'),
      loudspeakers: canSwitch ? select('audiooutput') : [],
    });
  }
}
