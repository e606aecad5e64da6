import type { FailureKind } from '@/lib/call/failures';
import { withDeadline } from '@/lib/deadline';
import type { CaptureResult } from './call-input';

const APPS =
  'FBAN|FBAV|FB_IAB|Instagram|Barcelona|Line/|MicroMessenger|LinkedInApp|Snapchat|TikTok' +
  '|BytedanceWebview|musical_ly|GSA/|Pinterest|Twitter|Teams|WhatsApp|Slack';
const ANDROID_WEBVIEW = '; wv\\)';
// Every browser's user agent has `Safari/`. An iPad may call itself a Macintosh.
const APPLE_WEBVIEW = '(iPhone|iPad|iPod|Macintosh).+AppleWebKit/(?!.* Safari/)';
const IN_APP_BROWSER = new RegExp(`\\b(${APPS})|${ANDROID_WEBVIEW}|${APPLE_WEBVIEW}`, 'i');

/** Whether the page is open inside another app: most have neither microphone nor downloads. */
export function isInAppBrowser(): boolean {
  return IN_APP_BROWSER.test(navigator.userAgent);
}

const QUERY_TIMEOUT_MS = 1_000;

async function queryPermission(): Promise<PermissionStatus | undefined> {
  const permissions = navigator.permissions as Permissions | undefined;
  try {
    return await permissions?.query({ name: 'microphone' });
  } catch {
    // Some browsers do not know the permission's name.
    return undefined;
  }
}

/** What Chromium says when the operating system forbids the microphone. */
export const SYSTEM_DENIAL = /denied by system/i;

async function readCaptureError(error: unknown, isInApp: boolean): Promise<FailureKind> {
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown };
  switch (name) {
    case 'NotAllowedError': {
      if (isInApp) return 'in-app-browser';
      if (SYSTEM_DENIAL.test(String(message))) return 'microphone-denied-by-system';
      const state = await withDeadline(queryPermission(), QUERY_TIMEOUT_MS).then(
        (status) => status?.state,
        () => undefined,
      );
      // The site may use the microphone, but the browser may not.
      if (state === 'granted') return 'microphone-denied-by-system';
      // The browser asks again if its prompt was closed without an answer.
      return state === 'prompt' ? 'microphone-dismissed' : 'microphone-denied';
    }
    case 'SecurityError':
      return isInApp ? 'in-app-browser' : 'microphone-denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'microphone-missing';
    default:
      return 'microphone-busy';
  }
}

export async function openMicrophone(): Promise<CaptureResult<'voice'>> {
  const isInApp = isInAppBrowser();
  // Absent on insecure origins and in some in-app browsers, unlike in the type declarations.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices?.getUserMedia) {
    if (!window.isSecureContext) return { ok: false, kind: 'insecure-context' };
    return { ok: false, kind: isInApp ? 'in-app-browser' : 'unsupported-browser' };
  }
  try {
    const stream = await devices.getUserMedia({ audio: true });
    const close = () => stream.getTracks().forEach((track) => track.stop());
    return { ok: true, input: { kind: 'voice', close } };
  } catch (error) {
    return { ok: false, kind: await readCaptureError(error, isInApp) };
  }
}

/** Calls back when the visitor allows the microphone in the settings; returns a stop function. */
export function watchMicrophonePermission(onGranted: () => void): () => void {
  const controller = new AbortController();
  void queryPermission().then((status) => {
    const handleChange = () => {
      if (status?.state === 'granted') onGranted();
    };
    // An aborted signal adds no listener.
    status?.addEventListener('change', handleChange, { signal: controller.signal });
  });
  return () => controller.abort();
}
