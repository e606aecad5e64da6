/**
 * Finds a place for the focus when a dialog has closed and its opener cannot take it back: an opener inside the menu
 * was hidden together with it, so the menu's button takes the focus.
 */
export function settleFocus(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('[popovertarget]')?.focus();
}
