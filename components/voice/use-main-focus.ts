'use client';

import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { CallSession } from '@/lib/voice/call-session';
import type { CallState } from '@/lib/voice/call-state';

/**
 * Hands the focus from one view's main button to the next one's (Start, Cancel, End, Start), but only
 * when it was inside the widget: nobody's typing elsewhere on the page is interrupted.
 *
 * @param takeOver the focus was on what the widget replaces
 * @returns the ref of the widget's root
 */
export function useMainFocus(
  session: CallSession,
  status: CallState['status'],
  takeOver: boolean,
): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const wasInside = useRef(takeOver);
  useEffect(
    // Runs before React removes the focused button, after which it could not be known any more.
    () =>
      session.state.subscribe(() => {
        wasInside.current = root.current?.contains(document.activeElement) ?? false;
      }),
    [session],
  );
  useLayoutEffect(() => {
    if (!wasInside.current) return;
    const main = root.current?.querySelector<HTMLElement>('[data-call-main]');
    // Focusing lays the page out, needed or not.
    if (main !== document.activeElement) main?.focus({ preventScroll: true });
  }, [status]);
  return root;
}
