import { runWhenIdle } from '@/components/ui/run-when-idle';
import { READY_STATUS } from '@/lib/page-protocol';

/** Browsers with prefetching switched off fire no event. */
const TIMEOUT_MS = 5_000;

/**
 * Prefetches the scripts in the page when it is idle, not for a visitor who saves data. Then it
 * fires `scriptsprefetched`.
 */
export function prefetchScripts(): void {
  let pendingFiles = 0;
  const finish = () => dispatchEvent(new Event('scriptsprefetched'));
  const countDown = () => {
    pendingFiles -= 1;
    if (pendingFiles <= 0) finish();
  };
  // `fetch` would keep the main thread busy just when visitors first tap, so links are used.
  const prefetch = (src: string, rel: string): void => {
    const link = document.createElement('link');
    link.rel = rel;
    link.as = src.endsWith('css') ? 'style' : 'script';
    link.href = src;
    link.onload = countDown;
    // Older versions of Chromium block the prefetch, too.
    link.onerror = () => (link.rel === 'prefetch' ? prefetch(src, 'preload') : countDown());
    document.head.append(link);
  };
  const prefetchAll = () => {
    // Only the call imports chunks later.
    const aheadSelector = document.querySelector(READY_STATUS) ? ',[type="text/x-ahead"]' : '';
    const files = document.querySelectorAll<HTMLElement>(
      `[type="text/x-deferred"]${aheadSelector}`,
    );
    pendingFiles = files.length;
    const rel = chooseRel();
    for (const { dataset } of files) prefetch(dataset.src!, rel);
  };
  addEventListener('load', () => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    setTimeout(finish, TIMEOUT_MS);
    // The page may be loaded before its first paint.
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      runWhenIdle(prefetchAll);
    }).observe({ type: 'paint', buffered: true });
  });
}

function chooseRel(): 'prefetch' | 'preload' {
  // Firefox checks a prefetch against `default-src`, which is closed, and logs an error for each.
  const isFirefox = navigator.userAgent.includes('Gecko/');
  // Safari has no prefetch.
  const isSupported = document.createElement('link').relList.supports('prefetch');
  // Chromium warns of every unused preload.
  return isSupported && !isFirefox ? 'prefetch' : 'preload';
}
