import { isInAppBrowser } from '@/lib/call/in-app-browser';

/** How long the browser may take to read the file after the click. */
const READ_MS = 60_000;

/**
 * Saves a text as a file, without a request.
 *
 * @returns false where the browser cannot
 */
export function downloadText(text: string, name: string): boolean {
  // Browsers inside apps ignore downloads silently.
  if (isInAppBrowser()) return false;
  try {
    // The byte order mark tells editors that this is UTF-8.
    const file = new Blob(['\uFEFF', text], { type: 'text/plain' });
    const href = URL.createObjectURL(file);
    const link = Object.assign(document.createElement('a'), { href, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(href), READ_MS);
    return true;
  } catch {
    return false;
  }
}
