import { isInAppBrowser } from '@/lib/call/audio/microphone';

/** Browsers read the file some time after the click. */
const REVOKE_DELAY_MS = 60_000;

/** Saves a text as a file. Returns false if the browser cannot. */
export function downloadText(text: string, name: string): boolean {
  // In-app browsers ignore downloads silently.
  if (isInAppBrowser()) return false;
  try {
    // The byte order mark marks the file as UTF-8.
    const file = new Blob(['\uFEFF', text], { type: 'text/plain' });
    const href = URL.createObjectURL(file);
    const link = Object.assign(document.createElement('a'), { href, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(href), REVOKE_DELAY_MS);
    return true;
  } catch {
    return false;
  }
}
