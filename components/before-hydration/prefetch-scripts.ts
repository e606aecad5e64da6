/** Inline script: fetches the deferred scripts at idle after the load, without running them. */
export function prefetchScripts(): void {
  // Links, not `fetch`, which would keep the main thread busy just when visitors first tap.
  const prefetch = ({ src = '' }: DOMStringMap, rel = 'prefetch') => {
    const link = document.createElement('link');
    // Safari has no prefetch. Firefox checks one against `default-src`, which is closed, and logs an error for every
    // file; it checks a preload against `script-src`. Chromium gets a prefetch: it warns of every unused preload.
    const supported = link.relList.supports('prefetch') && !navigator.userAgent.includes('Gecko/');
    link.rel = supported ? rel : 'preload';
    link.as = 'script';
    link.href = src;
    // Older versions of Chromium refuse the prefetch, too.
    link.onerror = () => link.rel === 'prefetch' && prefetch({ src }, 'preload');
    document.head.append(link);
  };
  const prefetchAll = () => {
    const deferred = document.querySelectorAll<HTMLElement>('[type="text/x-deferred"]');
    for (const { dataset } of deferred) prefetch(dataset);
  };
  const whenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(prefetchAll);
    // Safari
    else setTimeout(prefetchAll, 200);
  };
  addEventListener('load', () => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    // The page may load before its first paint; the paint comes first.
    requestAnimationFrame(() => requestAnimationFrame(whenIdle));
  });
}
