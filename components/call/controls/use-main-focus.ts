'use client';

import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { CallSession } from '@/lib/call/session/call-session';

/** Moves the focus to the main button of the next state if the focus was inside the widget. */
export function useMainFocus(
  session: CallSession,
  shownState: string,
): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const wasFocusInside = useRef(false);
  // Before `mount`, which takes over an early press.
  useLayoutEffect(
    () =>
      // Runs before React removes the focused button.
      session.state.subscribe(() => {
        wasFocusInside.current = root.current?.contains(document.activeElement) ?? false;
      }),
    [session],
  );
  useLayoutEffect(() => {
    if (!wasFocusInside.current) return;
    const main = root.current?.querySelector<HTMLElement>('[data-call-main]');
    // Every call of focus() computes the layout.
    if (main !== document.activeElement) main?.focus({ preventScroll: true });
  }, [shownState]);
  return root;
}
