'use client';

import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { CallSession } from '@/lib/voice/call-session';
import type { CallState } from '@/lib/voice/call-state';

/**
 * Moves the focus to the next state's main button (Start, Cancel, End, Start), if it was inside the widget.
 *
 * @param takeFocus the focus was inside what the widget replaces
 * @returns the ref of the widget's root
 */
export function useMainFocus(
  session: CallSession,
  status: CallState['status'],
  takeFocus: boolean,
): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const wasInside = useRef(takeFocus);
  useEffect(
    // Runs before React removes the focused button.
    () =>
      session.state.subscribe(() => {
        wasInside.current = root.current?.contains(document.activeElement) ?? false;
      }),
    [session],
  );
  useLayoutEffect(() => {
    if (!wasInside.current) return;
    const main = root.current?.querySelector<HTMLElement>('[data-call-main]');
    // Focusing always computes the layout.
    if (main !== document.activeElement) main?.focus({ preventScroll: true });
  }, [status]);
  return root;
}
