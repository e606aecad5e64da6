const STATEFUL_ELEMENTS =
  'a, button, input, select, textarea, summary, details, dialog, [tabindex]';

/** A part of the page with the state that is lost when its elements are removed. */
export interface Snapshot {
  root: Element;
  focused: Element | null;
  scrollTop: number;
}

/** Reads the state of a part of the page before React replaces it; null on the server. */
export function takeSnapshot(selector: string): Snapshot | null {
  const root = typeof document === 'undefined' ? null : document.querySelector(selector);
  if (!root) return null;
  const { activeElement } = document;
  const focused = root.contains(activeElement) ? activeElement : null;
  return { root, focused, scrollTop: root.scrollTop };
}

/** Copies input, focus and open state to the elements that have replaced those of the snapshot. */
export function restoreState({ root, focused, scrollTop }: Snapshot, selector: string): void {
  const replacement = document.querySelector(selector);
  if (!replacement || replacement === root) return;
  const pairs = pairElements(root, replacement);
  for (const [from, to] of pairs) copyState(from, to);
  replacement.scrollTop = scrollTop;
  const target = focused && pairs.get(focused);
  if (!target) return;
  (target as HTMLElement).focus({ preventScroll: true });
  // E-mail fields do not expose their caret.
  if (isTextBox(focused) && focused.selectionStart !== null)
    (target as typeof focused).setSelectionRange(focused.selectionStart, focused.selectionEnd);
}

function pairElements(before: Element, after: Element): Map<Element, Element> {
  const unpaired = [after, ...after.querySelectorAll(STATEFUL_ELEMENTS)];
  const pairs = new Map<Element, Element>();
  for (const element of [before, ...before.querySelectorAll(STATEFUL_ELEMENTS)]) {
    const key = createPairKey(element);
    const index = unpaired.findIndex((candidate) => createPairKey(candidate) === key);
    const [match] = index < 0 ? [] : unpaired.splice(index, 1);
    if (match) pairs.set(element, match);
  }
  return pairs;
}

function createPairKey(element: Element): string {
  const names = ['id', 'name', 'href', 'commandfor'];
  return [element.tagName, ...names.map((name) => element.getAttribute(name))].join();
}

function copyState(from: Element, to: Element): void {
  if (isField(from)) {
    (to as typeof from).value = from.value;
  } else if (from instanceof HTMLDetailsElement) {
    (to as typeof from).open = from.open;
  } else if (from instanceof HTMLDialogElement && from.open) {
    (to as typeof from).showModal();
    // It was open before and must not fade in again.
    for (const animation of to.getAnimations()) animation.finish();
  } else if (from.getAttribute('aria-expanded') === 'true') {
    document.getElementById(to.getAttribute('popovertarget') ?? '')?.showPopover();
  }
}

type TextBox = HTMLInputElement | HTMLTextAreaElement;

const isTextBox = (element: Element): element is TextBox => element.matches('input, textarea');

const isField = (element: Element): element is TextBox | HTMLSelectElement =>
  element.matches('input, textarea, select');
