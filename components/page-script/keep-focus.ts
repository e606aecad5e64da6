import { CALL_MAIN_BUTTON } from '@/lib/page-protocol';

const CONTROLS = ':is(a[href], button, input, select, textarea):not([hidden] *)';

/**
 * When the focused control disappears, the next one of its group takes the focus; in the
 * call, whose controls change together, its main one.
 */
export function keepFocus(): void {
  let focused: Element | null = null;
  // Once the control is removed, this range is where it was.
  const place = document.createRange();
  document.addEventListener('focusin', ({ target }) => {
    focused = target as Element;
    place.selectNode(focused);
    place.collapse();
  });
  document.addEventListener('focusout', () =>
    // Some browsers also tell it when they remove the element, before they do.
    queueMicrotask(() => {
      if (focused?.isConnected && focused !== document.activeElement) focused = null;
    }),
  );
  const passOn = () => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    // The main control is followed by the next main one, wherever that is.
    const wasMain = focused.matches(CALL_MAIN_BUTTON);
    focused = null;
    for (let group = place.startContainer as Element | null; group; group = group.parentElement) {
      const find = (selector: string) => [...group!.querySelectorAll<HTMLElement>(selector)];
      const controls = find(CONTROLS);
      const following = controls.filter((control) => place.comparePoint(control, 0) > 0);
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
