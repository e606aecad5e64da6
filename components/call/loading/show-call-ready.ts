import { checkCalls } from '@/lib/call/session/call-setup';
import { READY_STATUS, WAITING_START } from '@/lib/page-protocol';

/**
 * Inline script: shows “ready” before hydration, once the call's scripts are prefetched and the
 * server allows calls. Otherwise it starts hydration, and the widget shows what is wrong.
 */
export function showCallReady(): void {
  // After hydration, React renders the state.
  const isDeferred = () => document.querySelector('script[type="text/x-deferred"]') !== null;
  let hasAsked = false;
  const showIfAllowed = async () => {
    if (hasAsked || !isDeferred()) return;
    hasAsked = true;
    const widget = document.querySelector<HTMLElement>('[data-assistant]');
    const setup = await checkCalls(() => widget?.dataset.assistant ?? null).catch(() => null);
    if (!isDeferred()) return;
    if (!setup?.ok) return void document.dispatchEvent(new Event('hydrate'));
    window.callConfig = setup.config;
    const status = document.querySelector<HTMLElement>(READY_STATUS);
    // A new element, so that no layout shift is counted.
    const ready = status?.cloneNode() as HTMLElement | undefined;
    if (ready) ready.textContent = ready.dataset.ready ?? '';
    if (ready) status?.replaceWith(ready);
    document.querySelector(WAITING_START)?.removeAttribute('aria-disabled');
  };
  addEventListener('scriptsprefetched', showIfAllowed);
  // Browsers with prefetching switched off do not fire the event.
  addEventListener('load', () => setTimeout(showIfAllowed, 5_000));
}
