import { checkCalls } from '@/lib/call/session/call-setup';
import { READY_STATUS, WAITING_START } from '@/lib/page-protocol';

/**
 * Inline script: shows “ready” before hydration, once the page's scripts have run and the server
 * allows calls. If it does not, hydration starts, and the widget shows what is wrong.
 */
export function showCallReady(): void {
  // After hydration, React renders the state.
  const isDeferred = () => document.querySelector('[type="text/x-component"]') !== null;
  const showIfAllowed = async () => {
    if (!isDeferred()) return;
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
  addEventListener('scriptsran', showIfAllowed, { once: true });
}
