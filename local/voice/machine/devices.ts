/** The SDK's description of the devices in use; plain objects, as only those travel by message. */
export function devicesInUse(stream: MediaStream | undefined): Record<string, unknown> {
  const track = stream?.getAudioTracks()[0];
  const { deviceId, groupId } = track?.getSettings() ?? {};
  const mic = track ? { kind: 'audioinput', label: track.label, deviceId, groupId } : {};
  return { camera: {}, mic, speaker: {} };
}

/** Every device the browser lists. */
export async function allDevices(): Promise<unknown[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.map((device) => device.toJSON() as unknown);
}
