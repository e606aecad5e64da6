/** Inline script: keeps the menu button's `aria-expanded` right, and closes the menu when a link in it is chosen. */
export function syncMenu(): void {
  // By script only: HTML forbids the attribute beside `popovertarget`, which says the same where no script runs.
  document.addEventListener('DOMContentLoaded', () => {
    for (const button of document.querySelectorAll(
      '[popovertarget]:not([aria-expanded], [aria-hidden])',
    ))
      button.setAttribute('aria-expanded', 'false');
  });
  document.addEventListener(
    // `toggle` would come late: until then the attribute would be wrong.
    'beforetoggle',
    ({ target, newState }) =>
      document
        .querySelector(`[popovertarget="${(target as Element).id}"]`)
        ?.setAttribute('aria-expanded', String(newState === 'open')),
    true,
  );
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element)
      target.closest('a')?.closest<HTMLElement>('[popover]')?.hidePopover();
  });
}
