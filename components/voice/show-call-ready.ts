/**
 * Inline script, for a page whose call is in view at once while React's start is deferred: shows the widget's ready state
 * when `prefetchScripts` has fetched the call's files. A press on Start works at any time; it starts React.
 */
export function showCallReady(): void {
  const show = () => {
    // Once React runs, it renders the state.
    if (!document.querySelector('script[type="text/x-deferred"]')) return;
    const status = document.querySelector<HTMLElement>('[data-ready]');
    if (status) status.textContent = status.dataset.ready ?? '';
    document.querySelector('[data-waits]')?.removeAttribute('aria-disabled');
  };
  addEventListener('scriptsprefetched', show);
  // With prefetching switched off, a browser fires no event.
  addEventListener('load', () => setTimeout(show, 5_000));
}
