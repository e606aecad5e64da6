/**
 * Inline script: marks what was pressed before hydration with `data-pressed`. The call widget takes up a press on Start
 * when it hydrates, and reads there when it was; a form is posted once, however often Send is pressed.
 */
export function markPresses(): void {
  document.addEventListener('click', ({ target }) => {
    const start = target instanceof Element && target.closest<HTMLElement>('[data-waits]');
    if (start) start.dataset.pressed ??= `${performance.now()}`;
  });
  // The page may come back from the back/forward cache.
  addEventListener('pagehide', () => {
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
