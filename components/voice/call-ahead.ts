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
    // Not a link that prefetches: Firefox forbids those where `default-src` is closed. What does not come now is asked
    // for again by the press.
    const all = Array.from(files, async ({ dataset }) =>
      (await fetch(dataset.src ?? '', { priority: 'low' })).blob(),
    );
    void Promise.allSettled(all).then(ready);
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
