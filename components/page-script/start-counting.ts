import { onClick } from './on-click';

/**
 * Inline script: counts that the page was seen and from where the contact dialog was opened first, and leaves `sendCounts`
 * for what is counted once React runs. Counts nothing where the browser says Do Not Track or Global Privacy Control. Stores
 * nothing, and sends no more of the address than the path and the letters of `utm_source`.
 */
export function startCounting(): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  if (doNotTrack === '1' || globalPrivacyControl) return;
  const send = (events: readonly string[]) => {
    const source = /[?&]utm_source=([\w-]{0,40})/.exec(location.search)?.[1];
    const body = JSON.stringify({ page: location.pathname, source, events });
    // Some browsers let their users switch beacons off.
    navigator.sendBeacon?.('/api/count', new Blob([body], { type: 'application/json' }));
  };
  window.sendCounts = send;
  // Prerendered pages are `hidden` until they are activated.
  const see = () => {
    if (document.visibilityState === 'hidden') return;
    document.removeEventListener('visibilitychange', see);
    send(['page_seen']);
  };
  document.addEventListener('visibilitychange', see);
  see();
  let isOpened = false;
  onClick('[data-from]', ({ dataset }) => {
    if (!isOpened) send([`dialog_opened:${dataset.from}`]);
    isOpened = true;
  });
}
