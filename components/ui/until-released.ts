/** Settles when nothing in the element is pressed. A click is lost if its button moves or is replaced before the release. */
export async function untilReleased(element: Element | null): Promise<void> {
  // Looks again and again: after a tap, `:active` lasts longer than the touch, and no event tells its end.
  while (element?.matches(':active')) await new Promise(requestAnimationFrame);
}
