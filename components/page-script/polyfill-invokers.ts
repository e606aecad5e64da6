import { onClick } from './on-click';

/** Finds the dialog that a button opens or closes. */
export const findDialog = (button: Element) =>
  document.getElementById(button.getAttribute('commandfor')!) as HTMLDialogElement | null;

/** Polyfills `command` and `commandfor` of dialog buttons. */
export function polyfillInvokers(): void {
  if ('command' in HTMLButtonElement.prototype) return;
  onClick('[commandfor]:enabled', (button) => {
    const dialog = findDialog(button);
    if (!dialog) return;
    if (button.getAttribute('command') === 'close') dialog.close();
    else if (!dialog.open) dialog.showModal();
  });
}
