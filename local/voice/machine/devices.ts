/** The devices in use as the SDK describes them: plain objects, since they are sent with `postMessage`. */
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
