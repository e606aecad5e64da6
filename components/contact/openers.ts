type Remember = (opener: HTMLElement) => void;

/**
 * Watches the buttons that command a dialog. Tells which one opened it, and obeys them itself in
 * browsers that do not know invoker commands. Returns a function that stops watching.
 */
export function watchOpeners(dialog: HTMLDialogElement, remember: Remember): () => void {
  const native = 'command' in HTMLButtonElement.prototype;
  const follow = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLButtonElement>(
      `button[commandfor="${dialog.id}"]`,
    );
    if (!button || button.disabled) return;
    const opens = button.getAttribute('command') === 'show-modal';
    if (opens) remember(button);
    if (native) return;
    if (!opens) dialog.close();
    else if (!dialog.open) dialog.showModal();
  };
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}

/**
 * Finds a place for the focus when the opener cannot take it back: an opener inside a menu was hidden
 * together with it, so the button of that menu takes the focus.
 */
export function settleFocus(opener: Element | null): void {
  const menu = opener?.closest('[popover]');
  if (!menu || opener?.getClientRects().length) return;
  document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)?.focus();
}
