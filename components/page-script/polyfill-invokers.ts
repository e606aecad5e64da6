import { onClick } from './on-click';

/** The dialog that a button opens or closes. */
export const findDialog = (button: Element) =>
  document.getElementById(button.getAttribute('commandfor') ?? '') as HTMLDialogElement | null;

/** Inline script: `command` and `commandfor` of dialog buttons, where the browser does not know them. */
export function polyfillInvokers(): void {
  if ('command' in HTMLButtonElement.prototype) return;
  onClick('[commandfor]:enabled', (button) => {
    const dialog = findDialog(button);
    if (!dialog) return;
    if (button.getAttribute('command') === 'close') dialog.close();
    else if (!dialog.open) dialog.showModal();
  });
}
