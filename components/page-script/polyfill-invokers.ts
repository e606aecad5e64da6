/** Inline script: `command` and `commandfor` of dialog buttons, where the browser does not know them. */
export function polyfillInvokers(): void {
  if ('command' in HTMLButtonElement.prototype) return;
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('[commandfor]:enabled');
    if (!button) return;
    const id = button.getAttribute('commandfor') ?? '';
    const dialog = document.getElementById(id) as HTMLDialogElement;
    if (button.getAttribute('command') === 'close') dialog.close();
    else if (!dialog.open) dialog.showModal();
  });
}
