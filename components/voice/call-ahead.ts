/**
 * Where React waits for the visitor and the call is in view at once: fetches the call's files when the page has loaded
 * and has nothing better to do, and then says what the widget would say. A press on Start works from the beginning; it
 * wakes React, which finds everything there.
 *
 * An inline script: it may use nothing from outside its body. `lib/server/defer-hydration.mjs` names the files.
 */
export function callAhead(): void {
  const waits = () => document.querySelector('script[type="text/x-deferred"]') !== null;
  const ready = () => {
    // Once React runs, the widget speaks for itself.
    if (!waits()) return;
    const status = document.querySelector<HTMLElement>('[data-ready]');
    if (status) status.textContent = status.dataset.ready ?? '';
    document.querySelector('[data-waits]')?.removeAttribute('aria-disabled');
  };
  const fetchAhead = () => {
    const files = document.querySelectorAll<HTMLScriptElement>('script[type="text/x-ahead"]');
    let missing = files.length;
    const done = () => {
      missing -= 1;
      if (missing === 0) ready();
    };
    const ask = (src: string, rel: string) => {
      const link = document.createElement('link');
      // Safari has no prefetch, and Firefox refuses one under our policy: see `prefetchScripts`.
      const prefetches =
        link.relList.supports('prefetch') && !navigator.userAgent.includes('Gecko/');
      link.rel = prefetches ? rel : 'preload';
      link.as = 'script';
      link.href = src;
      link.onload = done;
      // An old Chromium refuses a prefetch as well. What does not come either way is asked for again by the press.
      link.onerror = () => (link.rel === 'prefetch' ? ask(src, 'preload') : done());
      document.head.append(link);
    };
    for (const { dataset } of files) ask(dataset.src ?? '', 'prefetch');
    // A browser that has prefetching switched off tells nothing of it.
    setTimeout(ready, 5_000);
  };
  const begin = () => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    // They come with the press then.
    if (connection?.saveData) ready();
    else if ('requestIdleCallback' in window) requestIdleCallback(fetchAhead);
    else setTimeout(fetchAhead, 200);
  };
  addEventListener('load', begin, { once: true });
}
