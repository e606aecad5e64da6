import { onClick } from './on-click';

/** Updates the menu button's `aria-expanded`, and closes the menu when a link in it is chosen. */
export function syncMenu(): void {
  // Not in the markup, because HTML forbids `aria-expanded` next to `popovertarget`.
  document.addEventListener('DOMContentLoaded', () => {
    document
      .querySelector('[popovertarget][aria-controls]:not([aria-expanded])')
      ?.setAttribute('aria-expanded', 'false');
  });
  document.addEventListener(
    // `toggle` would fire too late for screen readers.
    'beforetoggle',
    ({ target, newState }) =>
      document
        .querySelector(`button[aria-controls="${(target as Element).id}"]`)
        ?.setAttribute('aria-expanded', String(newState === 'open')),
    true,
  );
  onClick('[popover] a', (link) => link.closest<HTMLElement>('[popover]')?.hidePopover());
}
