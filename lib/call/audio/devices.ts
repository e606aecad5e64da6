import type { Store } from '@/lib/call/store';

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

export const noDevices: Devices = { microphones: [], loudspeakers: [] };

/** Keeps the list of devices to choose from. */
export function watchDevices(list: Store<Devices>, signal: AbortSignal): void {
  const devices = getMediaDevices();
  const update = async () => {
    const found = await devices?.enumerateDevices?.().catch(() => undefined);
    if (!found || signal.aborted) return;
    const select = (wanted: MediaDeviceKind) =>
      found
        .filter(({ kind, deviceId }) => kind === wanted && deviceId !== '')
        .map(({ deviceId, label }) => ({ deviceId, label }));
    const canSwitch = 'setSinkId' in HTMLMediaElement.prototype;
    list.set({
      microphones: select('audioinput'),
      loudspeakers: canSwitch ? select('audiooutput') : [],
    });
  };
  devices?.addEventListener?.('devicechange', () => void update(), { signal });
  void update();
}
