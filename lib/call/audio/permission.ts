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
