import type { DialogPlace } from '@/lib/analytics/events';
import { readSource } from '@/lib/page-protocol';
import { onClick } from './controls';

/** Respects Do Not Track and Global Privacy Control; stores nothing in the browser. */
export function startCounting(): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  if (doNotTrack === '1' || globalPrivacyControl) return;
  // Now, because a page translator may change it later.
  const language = document.documentElement.lang || undefined;
  const counted = new Set<string>();
  const send: Window['sendCount'] = (event, detail) => {
    if (counted.has(event)) return;
    counted.add(event);
    const view = { page: location.pathname, language, source: readSource() };
    const body = JSON.stringify({ ...view, event: detail ? `${event}:${detail}` : event });
    // Some browsers let users disable beacons.
    navigator.sendBeacon?.('/api/count', new Blob([body], { type: 'application/json' }));
  };
  window.sendCount = send;
  // Prerendered pages are `hidden` until they are activated.
  const sendWhenSeen = () => {
    if (document.visibilityState === 'hidden') return;
    document.removeEventListener('visibilitychange', sendWhenSeen);
    send('page_seen');
  };
  document.addEventListener('visibilitychange', sendWhenSeen);
  sendWhenSeen();
  onClick('[data-from]', ({ dataset }) => send('dialog_opened', dataset.from as DialogPlace));
}
