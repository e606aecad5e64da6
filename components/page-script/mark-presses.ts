/**
 * Inline script: remembers a press on Start until the call widget has hydrated, and posts a form
 * once, however often Send is pressed. `data-pressed` shows the press.
 */
export function markPresses(): void {
  document.addEventListener('click', ({ target }) => {
    const start = target instanceof Element && target.closest<HTMLElement>('[data-waits]');
    if (!start) return;
    start.dataset.pressed = '';
    window.startPressedAt ??= performance.now();
  });
  // The page may come back from the back/forward cache.
  addEventListener('pagehide', () => {
    window.startPressedAt = undefined;
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-pressed]'))
      delete dataset.pressed;
  });
  // On window, so React's handlers run first: what React sends itself is prevented by then.
  addEventListener('submit', (event) => {
    const data = event.submitter?.dataset;
    if (!data || event.defaultPrevented) return;
    if ('pressed' in data) return event.preventDefault();
    data.pressed = '';
    setTimeout(() => delete data.pressed, 5_000);
  });
}
