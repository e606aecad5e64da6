/**
 * For a page whose call is in view at once while React's start is deferred: prefetches the call's files when the page is
 * idle, then shows the widget's ready state. A press on Start works at any time; it starts React.
 *
 * An inline script: it may use nothing from outside its body. `lib/server/defer-hydration.mjs` names the files.
 */
export function callAhead(): void {
  const hydrationDeferred = () => document.querySelector('script[type="text/x-deferred"]') !== null;
  const showReady = () => {
    // Once React runs, it renders the state.
    if (!hydrationDeferred()) return;
    const status = document.querySelector<HTMLElement>('[data-ready]');
    if (status) status.textContent = status.dataset.ready ?? '';
    document.querySelector('[data-waits]')?.removeAttribute('aria-disabled');
  };
  const prefetch = () => {
    const files = document.querySelectorAll<HTMLScriptElement>('script[type="text/x-ahead"]');
    let pending = files.length;
    const done = () => {
      pending -= 1;
      if (pending === 0) showReady();
    };
    const request = (src: string, rel: string) => {
      const link = document.createElement('link');
      // Safari has no prefetch, and Firefox refuses one under our policy: see `prefetchScripts`.
      const prefetches =
        link.relList.supports('prefetch') && !navigator.userAgent.includes('Gecko/');
      link.rel = prefetches ? rel : 'preload';
      link.as = 'script';
      link.href = src;
      link.onload = done;
      // An old Chromium refuses a prefetch as well. What fails here is requested again by the press.
      link.onerror = () => (link.rel === 'prefetch' ? request(src, 'preload') : done());
      document.head.append(link);
    };
    for (const { dataset } of files) request(dataset.src ?? '', 'prefetch');
    // With prefetching switched off, a browser fires neither event.
    setTimeout(showReady, 5_000);
  };
  const begin = () => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    // The press fetches the files then.
    if (connection?.saveData) showReady();
    else if ('requestIdleCallback' in window) requestIdleCallback(prefetch);
    else setTimeout(prefetch, 200);
  };
  addEventListener('load', begin, { once: true });
}
