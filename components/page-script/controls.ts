import { CALL_MAIN_BUTTON } from '@/lib/page-protocol';

export function onClick(
  selector: string,
  handle: (element: HTMLElement, click: MouseEvent) => void,
): void {
  document.addEventListener('click', (click) => {
    const element = (click.target as Element).closest?.<HTMLElement>(selector);
    if (element) handle(element, click);
  });
}

export const findDialog = (button: Element) =>
  document.getElementById(button.getAttribute('commandfor')!) as HTMLDialogElement | null;

/** Does what a button's `command` says in browsers that do not know it. */
export function invokeCommands(): void {
  if ('command' in HTMLButtonElement.prototype) return;
  onClick('[commandfor]:enabled', (button) => {
    const dialog = findDialog(button);
    if (button.getAttribute('command') === 'close') dialog?.close();
    else if (!dialog?.open) dialog?.showModal();
  });
}

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
  onClick('[data-to-call]', (element, click) => {
    if (click.ctrlKey || click.metaKey || click.shiftKey) return;
    // Firefox would follow a link only after this, and take the focus away.
    click.preventDefault();
    // After a dialog with the link has closed.
    setTimeout(() => {
      if (element instanceof HTMLAnchorElement) location.hash = element.hash;
      document.querySelector('.stage')?.scrollIntoView();
      document.querySelector<HTMLElement>(CALL_MAIN_BUTTON)?.focus({ preventScroll: true });
    });
  });
}

/** Hides from Turbopack that a script failed: React would replace the page by an error. */
export function keepPageWithoutScript(): void {
  const hide = (event: Event) => {
    if (event.target instanceof HTMLScriptElement) event.stopImmediatePropagation();
  };
  document.addEventListener('error', hide, true);
  addEventListener('load', () => document.removeEventListener('error', hide, true));
}
