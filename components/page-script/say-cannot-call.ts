import { withDeadline } from '@/lib/deadline';
import { CANNOT_CALL, WAITING_START } from '@/lib/page-protocol';
import { onClick } from './on-click';

const DEADLINE_MS = 4_500;
const COPY_TIMEOUT_MS = 2_000;

/**
 * While the page loads, hides from Turbopack that a script of the page has failed to load: React
 * would replace the whole page by an error. Now it does not start, and the browser does the rest.
 */
export function keepPageWithoutScript(): void {
  const hide = (event: Event) => {
    if (event.target instanceof HTMLScriptElement) event.stopImmediatePropagation();
  };
  document.addEventListener('error', hide, true);
  addEventListener('load', () => document.removeEventListener('error', hide, true));
}

/**
 * Says that this browser cannot call, if React has not started in time after a press on Start.
 * React removes the notice when it starts.
 */
export function sayCannotCall(): void {
  let timer = 0;
  onClick(WAITING_START, () => {
    timer ||= window.setTimeout(() => {
      const notice = document.querySelector<HTMLElement>(CANNOT_CALL);
      if (!notice) return;
      notice.hidden = false;
      notice.querySelector('button')?.focus({ preventScroll: true });
    }, DEADLINE_MS);
  });
  // The back/forward cache may restore the page.
  addEventListener('pagehide', () => {
    clearTimeout(timer);
    timer = 0;
  });
  onClick('[data-by-hand]', async (button) => {
    const { byHand, done = '' } = button.dataset;
    try {
      await withDeadline(navigator.clipboard.writeText(location.href), COPY_TIMEOUT_MS);
      button.textContent = done;
    } catch {
      prompt(byHand, location.href);
    }
  });
}
