import type { FailureKind } from '@/lib/content/call-copy';
import type { Capture } from './call-input';
import { isInAppBrowser } from '../in-app-browser';

/** The state of the permission; undefined where the browser does not say. */
async function microphonePermission(): Promise<PermissionStatus | undefined> {
  const permissions = navigator.permissions as Permissions | undefined;
  try {
    return await permissions?.query({ name: 'microphone' });
  } catch {
    // Some browsers do not know the name.
    return undefined;
  }
}

async function readCaptureError(error: unknown, inApp: boolean): Promise<FailureKind> {
  switch ((error as { name?: unknown } | null | undefined)?.name) {
    case 'NotAllowedError': {
      if (inApp) return 'in-app-browser';
      // A question that was closed without an answer may be asked again.
      const asksAgain = (await microphonePermission())?.state === 'prompt';
      return asksAgain ? 'microphone-dismissed' : 'microphone-denied';
    }
    case 'SecurityError':
      return inApp ? 'in-app-browser' : 'microphone-denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'microphone-missing';
    default:
      return 'microphone-busy';
  }
}

/** Opens the microphone, for which the browser may ask the visitor. */
export async function openMicrophone(): Promise<Capture<'voice'>> {
  const inApp = isInAppBrowser();
  // Absent on insecure origins and in some in-app browsers, unlike in the type declarations.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices?.getUserMedia) {
    if (!window.isSecureContext) return { ok: false, kind: 'insecure-context' };
    return { ok: false, kind: inApp ? 'in-app-browser' : 'unsupported-browser' };
  }
  try {
    const stream = await devices.getUserMedia({ audio: true });
    // Every track, so that the browser no longer shows the microphone as in use.
    const close = () => stream.getTracks().forEach((track) => track.stop());
    return { ok: true, input: { kind: 'voice', close } };
  } catch (error) {
    return { ok: false, kind: await readCaptureError(error, inApp) };
  }
}

/**
 * Calls back when the visitor allows the microphone in the browser's settings, where the browser can tell.
 *
 * @returns a function that stops watching
 */
export function watchMicrophonePermission(onGranted: () => void): () => void {
  let status: PermissionStatus | null = null;
  let stopped = false;
  const changed = () => {
    if (status?.state === 'granted') onGranted();
  };
  void microphonePermission().then((found) => {
    if (stopped || !found) return;
    status = found;
    status.addEventListener('change', changed);
  });
  return () => {
    stopped = true;
    status?.removeEventListener('change', changed);
  };
}

export interface MicrophoneChoice {
  deviceId: string;
  label: string;
}

/** The microphones to choose from; none where the browser does not list them. */
export async function listMicrophones(): Promise<MicrophoneChoice[]> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  const found = await devices?.enumerateDevices?.().catch(() => undefined);
  return (found ?? [])
    .filter((device) => device.kind === 'audioinput' && device.deviceId !== '')
    .map(({ deviceId, label }) => ({ deviceId, label }));
}
