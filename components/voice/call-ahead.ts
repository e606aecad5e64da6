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
    for (const { dataset } of files) {
      const link = document.createElement('link');
      // Safari has neither prefetch nor idle callbacks.
      link.rel = link.relList.supports('prefetch') ? 'prefetch' : 'preload';
      link.as = 'script';
      link.href = dataset.src ?? '';
      link.onload = () => {
        missing -= 1;
        if (missing === 0) ready();
      };
      document.head.append(link);
    }
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
