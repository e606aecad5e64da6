export const CONTROLS = 'a, button, input, select, textarea, summary, details, dialog, [tabindex]';

let heldDown: EventTarget | null = null;
let lastClick: MouseEvent | null = null;

if (typeof document !== 'undefined') {
  // It may be held down since before this script ran.
  heldDown = [...document.querySelectorAll(':active')].at(-1) ?? null;
  // On the window: React, which hydrates what is pressed, listens on the document.
  addEventListener('pointerdown', ({ target }) => (heldDown = target), true);
  addEventListener('pointerup', () => (heldDown = null), true);
  addEventListener('click', (event) => (lastClick = event), true);
}

const isIn = (control: Element, target: EventTarget | null | undefined) =>
  target instanceof Element && target.closest(CONTROLS) === control;

/** A press goes to the control that has replaced its target while React hydrated the page. */
export function passOnPress(from: Element, to: Element): void {
  const click = lastClick;
  if (click?.eventPhase && isIn(from, click.target)) {
    lastClick = null;
    click.stopImmediatePropagation();
    click.preventDefault();
    queueMicrotask(() => to.dispatchEvent(new MouseEvent('click', click)));
  } else if (isIn(from, heldDown)) {
    addEventListener('pointerup', (event) => clickIfMissed(to, event), { once: true });
  }
}

/** A mouse clicks only what was there when its button went down, a finger what is there now. */
function clickIfMissed(control: Element, released: PointerEvent): void {
  const { target, pointerType, button } = released;
  if (!isIn(control, target) || pointerType === 'touch' || button !== 0) return;
  const clickBefore = lastClick;
  setTimeout(() => {
    if (lastClick === clickBefore) control.dispatchEvent(new MouseEvent('click', released));
  });
}
