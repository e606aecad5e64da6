/**
 * Inline script: shows “ready” before hydration, once the call's scripts are prefetched and the
 * server allows calls. Otherwise it starts hydration, and the widget shows what is wrong.
 */
export function showCallReady(): void {
  // After hydration, React renders the state.
  const isDeferred = () => document.querySelector('script[type="text/x-deferred"]') !== null;
  const areCallsAllowed = async () => {
    const loader = document.querySelector<HTMLElement>('[data-assistant]');
    const assistant = loader?.dataset.assistant ?? '';
    const url = `/api/call-config?${new URLSearchParams({ assistant })}`;
    const response = await fetch(url, { headers: { 'x-requested-with': 'call-widget' } });
    const answer = (await response.json()) as Record<string, unknown>;
    if (response.ok) window.callConfig = { url, body: answer, at: Date.now() };
    return answer.configured === true && answer.refusal === null;
  };
  let hasAsked = false;
  const showIfAllowed = async () => {
    if (hasAsked || !isDeferred()) return;
    hasAsked = true;
    const isAllowed = await areCallsAllowed().catch(() => false);
    if (!isDeferred()) return;
    if (!isAllowed) return void document.dispatchEvent(new Event('hydrate'));
    window.callReadyShown = true;
    const status = document.querySelector<HTMLElement>('[data-ready]');
    // A new element, so that no layout shift is counted.
    const ready = status?.cloneNode() as HTMLElement | undefined;
    if (ready) ready.textContent = ready.dataset.ready ?? '';
    if (ready) status?.replaceWith(ready);
    document.querySelector('[data-waits]')?.removeAttribute('aria-disabled');
  };
  addEventListener('scriptsprefetched', showIfAllowed);
  // Browsers with prefetching switched off do not fire the event.
  addEventListener('load', () => setTimeout(showIfAllowed, 5_000));
}
