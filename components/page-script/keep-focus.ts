import { CALL_MAIN_BUTTON } from '@/lib/page-protocol';

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex="0"]';

/**
 * When the focused control disappears, another one nearby takes the focus; in the call, its main
 * button is followed by the next main one.
 */
export function keepFocus(): void {
  let focused: Element | null = null;
  let groups: Element[] = [];
  document.addEventListener('focusin', (event) => {
    focused = event.target as Element;
    groups = event.composedPath().filter((target) => target instanceof Element);
  });
  document.addEventListener('focusout', () =>
    // Some browsers also tell it when they remove the element, before they do.
    queueMicrotask(() => {
      if (focused?.isConnected && focused !== document.activeElement) focused = null;
    }),
  );
  const passOn = () => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    const selectors = focused.matches(CALL_MAIN_BUTTON) ? [CALL_MAIN_BUTTON, CONTROLS] : [CONTROLS];
    focused = null;
    for (const group of groups.filter(({ isConnected }) => isConnected))
      for (const selector of selectors)
        for (const control of group.querySelectorAll<HTMLElement>(selector)) {
          // What is hidden or inert does not take it.
          control.focus({ preventScroll: true });
          if (control === document.activeElement) return;
        }
  };
  new MutationObserver(passOn).observe(document.body, { subtree: true, childList: true });
}
