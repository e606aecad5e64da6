import { onClick } from './on-click';

/** Forgets presses that React has not taken over: a call that begins later would surprise the visitor. */
export function forgetPresses(): void {
  window.startPressedAt = undefined;
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-pressed]'))
    delete dataset.pressed;
}

/**
 * Inline script: remembers a press on Start until the call widget has hydrated, and posts a form
 * once, however often Send is pressed. `data-pressed` shows the press.
 */
export function markPresses(): void {
  onClick('[data-waits]', (start) => {
    start.dataset.pressed = '';
    window.startPressedAt ??= performance.now();
  });
  // The page may come back from the back/forward cache.
  addEventListener('pagehide', forgetPresses);
  // On window, so React's handlers run first: what React sends itself is prevented by then.
  addEventListener('submit', (event) => {
    const data = event.submitter?.dataset;
    if (!data || event.defaultPrevented) return;
    if ('pressed' in data) return event.preventDefault();
    data.pressed = '';
    setTimeout(() => delete data.pressed, 5_000);
  });
}
