import { WAITING_START } from '@/lib/page-protocol';
import { onClick } from './on-click';

/** Forgets presses that React has not handled, so that no call starts unexpectedly later. */
export function forgetPresses(): void {
  window.startPressedAt = undefined;
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-pressed]'))
    delete dataset.pressed;
}

/** Marks a press on Start for `CallSession`, and lets the browser post a form only once. */
export function markPresses(): void {
  onClick(WAITING_START, (start) => {
    start.dataset.pressed = '';
    window.startPressedAt = Date.now();
  });
  // The back/forward cache may restore the page.
  addEventListener('pagehide', forgetPresses);
  // On window, after React's handlers, which prevent the default of forms that React sends.
  addEventListener('submit', (event) => {
    const data = event.submitter?.dataset;
    if (!data || event.defaultPrevented) return;
    if ('pressed' in data) return event.preventDefault();
    data.pressed = '';
    setTimeout(() => delete data.pressed, 5_000);
  });
}
