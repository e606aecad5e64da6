/** Waits for the end of a press: a button that moves during a press loses the click. */
export async function waitForRelease(element: Element | null): Promise<void> {
  // Polls, because after a tap `:active` lasts longer than the touch and ends without an event.
  while (element?.matches(':active')) await new Promise(requestAnimationFrame);
}
