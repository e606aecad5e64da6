/**
 * Inline script, for a page whose call is in view at once while React's start is deferred: shows the widget's ready state
 * when `prefetchScripts` has fetched the call's files and the server allows calls. Else it starts React, and the widget
 * says why not. A press on Start works at any time; it starts React, which is given the server's answer.
 */
export function showCallReady(): void {
  // Once React runs, it renders the state.
  const isDeferred = () => document.querySelector('script[type="text/x-deferred"]') !== null;
  const callsAllowed = async () => {
    const loader = document.querySelector<HTMLElement>('[data-assistant]');
    const assistant = loader?.dataset.assistant ?? '';
    const url = `/api/call-config?${new URLSearchParams({ assistant })}`;
    const response = await fetch(url, { headers: { 'x-requested-with': 'call-widget' } });
    const answer = (await response.json()) as Record<string, unknown>;
    if (response.ok) window.callConfig = { url, answer, at: Date.now() };
    return answer.configured === true && answer.refusal === null;
  };
  let asked = false;
  const show = async () => {
    if (asked || !isDeferred()) return;
    asked = true;
    const allowed = await callsAllowed().catch(() => false);
    if (!isDeferred()) return;
    if (!allowed) return void document.dispatchEvent(new Event('hydrate'));
    window.callReadyShown = true;
    const status = document.querySelector<HTMLElement>('[data-ready]');
    // Another element, so that the text is not seen to move.
    const ready = status?.cloneNode() as HTMLElement | undefined;
    if (ready) ready.textContent = ready.dataset.ready ?? '';
    if (ready) status?.replaceWith(ready);
    document.querySelector('[data-waits]')?.removeAttribute('aria-disabled');
  };
  addEventListener('scriptsprefetched', show);
  // With prefetching switched off, a browser fires no event.
  addEventListener('load', () => setTimeout(show, 5_000));
}
