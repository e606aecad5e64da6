import { readCaptureError, type FailureKind } from './call-errors';

export type Capture = { ok: true; stream: MediaStream } | { ok: false; kind: FailureKind };

// Browsers inside other apps: most of them offer no microphone and no way to allow it.
const inAppBrowser =
  /\b(FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|LinkedInApp|Snapchat|TikTok|BytedanceWebview|musical_ly|GSA\/|Pinterest)|; wv\)/i;

/** Whether the page runs in the built-in browser of another app. */
function isInAppBrowser(userAgent: string): boolean {
  return inAppBrowser.test(userAgent);
}

/**
 * Opens the microphone; call it inside the visitor's click. The caller owns the stream and gives it
 * back with `closeStream`.
 *
 * @returns the stream, or which of the closed set of reasons it was
 */
export async function openMicrophone(): Promise<Capture> {
  const inApp = isInAppBrowser(navigator.userAgent);
  // Absent on insecure origins and in some in-app browsers, whatever the type declarations say.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices?.getUserMedia) {
    if (!window.isSecureContext) return { ok: false, kind: 'insecure-context' };
    return { ok: false, kind: inApp ? 'in-app-browser' : 'unsupported-browser' };
  }
  try {
    return { ok: true, stream: await devices.getUserMedia({ audio: true }) };
  } catch (error) {
    return { ok: false, kind: readCaptureError(error, inApp) };
  }
}

/** Stops every track of a stream, so that the browser's microphone sign goes out. */
export function closeStream(stream: MediaStream): void {
  stream.getTracks().forEach((track) => track.stop());
}

/**
 * Calls back when the visitor allows the microphone after all.
 *
 * @returns a function that stops watching; browsers that cannot tell never call back
 */
export function watchMicrophonePermission(onGranted: () => void): () => void {
  let status: PermissionStatus | null = null;
  let stopped = false;
  const changed = () => {
    // Stryker disable next-line OptionalChaining: for the types, since nothing is heard before there is a status
    if (status?.state === 'granted') onGranted();
  };
  const query = (navigator.permissions as Permissions | undefined)?.query({
    name: 'microphone',
  });
  query?.then(
    (found) => {
      if (stopped) return;
      status = found;
      status.addEventListener('change', changed);
    },
    () => undefined, // Not every browser knows the name.
  );
  return () => {
    stopped = true;
    status?.removeEventListener('change', changed);
  };
}

export interface MicrophoneChoice {
  deviceId: string;
  label: string;
}

/** The microphones to choose from; empty where the browser does not tell. */
export async function listMicrophones(): Promise<MicrophoneChoice[]> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  const found = await devices?.enumerateDevices?.().catch(() => undefined);
  return (found ?? [])
    .filter((device) => device.kind === 'audioinput' && device.deviceId !== '')
    .map(({ deviceId, label }) => ({ deviceId, label }));
}
