import { onClick } from './on-click';

/** Inline script: keeps the menu button's `aria-expanded` right, and closes the menu when a link in it is chosen. */
export function syncMenu(): void {
  // By script only: HTML forbids the attribute beside `popovertarget`, which says the same where no script runs.
  document.addEventListener('DOMContentLoaded', () => {
    document
      .querySelector('[popovertarget][aria-controls]:not([aria-expanded])')
      ?.setAttribute('aria-expanded', 'false');
  });
  document.addEventListener(
    // `toggle` would come late: until then the attribute would be wrong.
    'beforetoggle',
    ({ target, newState }) =>
      document
        .querySelector(`button[aria-controls="${(target as Element).id}"]`)
        ?.setAttribute('aria-expanded', String(newState === 'open')),
    true,
  );
  onClick('[popover] a', (link) => link.closest<HTMLElement>('[popover]')?.hidePopover());
}
