/** Focuses the menu's button if a closed dialog was opened from the menu, which is hidden now. */
export function restoreFocus(): void {
  const { activeElement, body } = document;
  // A closed dialog loses the focus with the next frame.
  if (activeElement === body || activeElement?.closest('dialog:not([open])'))
    document.querySelector<HTMLElement>('[popovertarget]')?.focus();
}
