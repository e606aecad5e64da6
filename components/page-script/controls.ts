import { CALL_MAIN_BUTTON } from '@/lib/page-protocol';

/** Calls the handler with the matching element of each click. */
export function onClick(selector: string, handle: (element: HTMLElement) => void): void {
  document.addEventListener('click', ({ target }) => {
    const element = (target as Element).closest?.<HTMLElement>(selector);
    if (element) handle(element);
  });
}

/** Finds the dialog that a button opens or closes. */
export const findDialog = (button: Element) =>
  document.getElementById(button.getAttribute('commandfor')!) as HTMLDialogElement | null;

/** Polyfills `command` and `commandfor` of dialog buttons. */
export function polyfillInvokers(): void {
  if ('command' in HTMLButtonElement.prototype) return;
  onClick('[commandfor]:enabled', (button) => {
    const dialog = findDialog(button);
    if (button.getAttribute('command') === 'close') dialog?.close();
    else if (!dialog?.open) dialog?.showModal();
  });
}

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

/** Makes elements with `data-to-call` scroll the whole call into view and focus its main button. */
export function goToCall(): void {
  onClick('[data-to-call]', () => {
    // The browser first jumps to the section.
    setTimeout(() => {
      document.querySelector('.stage')?.scrollIntoView();
      document.querySelector<HTMLElement>(CALL_MAIN_BUTTON)?.focus({ preventScroll: true });
    });
  });
}

/**
 * While the page loads, hides from Turbopack that one of its scripts has failed to load: React
 * would replace the page by an error. Now it does not start, and the browser does the rest.
 */
export function keepPageWithoutScript(): void {
  const hide = (event: Event) => {
    if (event.target instanceof HTMLScriptElement) event.stopImmediatePropagation();
  };
  document.addEventListener('error', hide, true);
  addEventListener('load', () => document.removeEventListener('error', hide, true));
}
