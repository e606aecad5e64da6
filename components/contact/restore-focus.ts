/**
 * Focuses the menu's button when a dialog has closed and the focus is lost: an opener inside the menu is hidden by then
 * and cannot take it back.
 */
export function restoreFocus(): void {
  const { activeElement, body } = document;
  // Focus inside a closed dialog is lost with the next frame.
  if (activeElement === body || activeElement?.closest('dialog:not([open])'))
    document.querySelector<HTMLElement>('[popovertarget]')?.focus();
}
