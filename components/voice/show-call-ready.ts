/**
 * Inline script, for a page whose call is in view at once while React's start is deferred: shows the widget's ready state
 * when `prefetchScripts` has fetched the call's files and the server allows calls. Else it starts React, and the widget
 * says why not. A press on Start works at any time; it starts React.
 */
export function showCallReady(): void {
  // Once React runs, it renders the state.
  const isDeferred = () => document.querySelector('script[type="text/x-deferred"]') !== null;
  const callsAllowed = async () => {
    const assistant = new URLSearchParams(location.search).get('vapi_assistant_id') ?? '';
    const answer = await fetch(`/api/call-config?${new URLSearchParams({ assistant })}`, {
      headers: { 'x-requested-with': 'call-widget' },
    });
    const { configured, refusal } = (await answer.json()) as Record<string, unknown>;
    return configured === true && refusal === null;
  };
  let asked = false;
  const show = async () => {
    if (asked || !isDeferred()) return;
    asked = true;
    const allowed = await callsAllowed().catch(() => false);
    if (!isDeferred()) return;
    if (!allowed) return void document.dispatchEvent(new Event('hydrate'));
    const status = document.querySelector<HTMLElement>('[data-ready]');
    if (status) status.textContent = status.dataset.ready ?? '';
    document.querySelector('[data-waits]')?.removeAttribute('aria-disabled');
  };
  addEventListener('scriptsprefetched', show);
  // With prefetching switched off, a browser fires no event.
  addEventListener('load', () => setTimeout(show, 5_000));
}
