import type { Store } from '@/lib/call/store';

/** Of Android, and of Apple, where every browser's user agent has `Safari/`. */
const WEBVIEW = /; wv\)|\((?:iP|Macintosh).+AppleWebKit\/(?!.* Safari\/)/;

/** Whether the page is open inside another app: most have neither microphone nor downloads. */
export function isInAppBrowser(): boolean {
  // An app on the home screen is a browser.
  const isInstalled =
    (navigator as { standalone?: boolean }).standalone === true ||
    matchMedia('(display-mode: standalone)').matches;
  return !isInstalled && WEBVIEW.test(navigator.userAgent);
}

export async function queryMicrophonePermission(): Promise<PermissionStatus | undefined> {
  const permissions = navigator.permissions as Permissions | undefined;
  try {
    return await permissions?.query({ name: 'microphone' });
  } catch {
    // Some browsers do not know the permission's name.
    return undefined;
  }
}

/** Calls back when the visitor allows the microphone in the settings; returns a stop function. */
export function watchMicrophonePermission(onGranted: () => void): () => void {
  const controller = new AbortController();
  void queryMicrophonePermission().then((status) => {
    const handleChange = () => {
      if (status?.state === 'granted') onGranted();
    };
    // An aborted signal adds no listener.
    status?.addEventListener('change', handleChange, { signal: controller.signal });
  });
  return () => controller.abort();
}

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
export const getMediaDevices = () => navigator.mediaDevices as MediaDevices | undefined;

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
