/**
 * Inline script: marks what was pressed before hydration with `data-pressed`. The call widget takes up a press on Start
 * when it hydrates; a form is posted once, however often Send is pressed.
 */
export function markPresses(): void {
  document.addEventListener('click', ({ target }) => {
    const start = target instanceof Element && target.closest<HTMLElement>('[data-waits]');
    if (start) start.dataset.pressed = '';
  });
  // The page may come back from the back/forward cache.
  addEventListener('pagehide', () => {
    for (const button of document.querySelectorAll('[data-pressed]'))
      button.removeAttribute('data-pressed');
  });
  // On window, so React's handlers run first: what React sends itself is prevented by then.
  addEventListener('submit', (event) => {
    const { submitter, defaultPrevented } = event;
    if (!submitter || defaultPrevented) return;
    if ('pressed' in submitter.dataset) return event.preventDefault();
    submitter.dataset.pressed = '';
    setTimeout(() => submitter.removeAttribute('data-pressed'), 5_000);
  });
}
