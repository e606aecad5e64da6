export type DeviceKind = 'audioinput' | 'audiooutput';

export interface AudioDevice {
  deviceId: string;
  label: string;
}

/** Lists the devices to choose from; none where the browser cannot list or switch them. */
export async function listDevices(wanted: DeviceKind): Promise<AudioDevice[]> {
  if (wanted === 'audiooutput' && !('setSinkId' in HTMLMediaElement.prototype)) return [];
  // Absent on insecure origins and in some in-app browsers, unlike in the type declarations.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  const found = await devices?.enumerateDevices?.().catch(() => undefined);
  return (found ?? [])
    .filter(({ kind, deviceId }) => kind === wanted && deviceId !== '')
    .map(({ deviceId, label }) => ({ deviceId, label }));
}
