/**
 * Finds a place for the focus when a dialog has closed and its opener cannot take it back: an opener inside the menu
 * was hidden together with it, so the menu's button takes the focus.
 */
export function settleFocus(): void {
  const { activeElement, body } = document;
  // What is focused in a closed dialog loses the focus with the next frame.
  if (activeElement === body || activeElement?.closest('dialog:not([open])'))
    document.querySelector<HTMLElement>('[popovertarget]')?.focus();
}
