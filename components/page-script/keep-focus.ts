import { CALL_MAIN_BUTTON } from '@/lib/page-protocol';

const CONTROLS = ':is(a[href], button, input, select, textarea):not([hidden] *)';

/** Whether an element is this node, in it, or after it. */
const isFrom = (node: Node, element: Element) =>
  node.contains(element) ||
  (node.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/**
 * When the focused control disappears, the next one of its group takes the focus; in the
 * call, whose controls change together, its main one.
 */
export function keepFocus(): void {
  let focused: Element | null = null;
  document.addEventListener('focusin', ({ target }) => (focused = target as Element));
  document.addEventListener('focusout', () =>
    // Some browsers also tell it when they remove the element, before they do.
    queueMicrotask(() => {
      if (focused?.isConnected && focused !== document.activeElement) focused = null;
    }),
  );
  const passOn = (records: MutationRecord[]) => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    const removal = records.find(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(focused)),
    );
    // The main control is followed by the next main one, wherever that is.
    const wasMain = focused.matches(CALL_MAIN_BUTTON);
    focused = null;
    let next = removal?.nextSibling;
    let group = removal?.target as Element | null | undefined;
    for (; group; next = group.nextSibling, group = group.parentElement) {
      const find = (selector: string) => [...group!.querySelectorAll<HTMLElement>(selector)];
      const controls = find(CONTROLS);
      const following = controls.filter((control) => next && isFrom(next, control));
      const main = group === document.body ? [] : find(CALL_MAIN_BUTTON);
      const others = [...main, ...controls.reverse(), ...find('[tabindex="0"]')];
      for (const control of [...(wasMain ? main : []), ...following, ...others]) {
        // What is hidden or inert does not take it.
        control.focus({ preventScroll: true });
        if (control === document.activeElement) return;
      }
    }
  };
  new MutationObserver(passOn).observe(document.body, { subtree: true, childList: true });
}
