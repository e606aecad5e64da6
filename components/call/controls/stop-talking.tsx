'use client';

import { useLayoutEffect, useRef } from 'react';
import { useCallContext } from '@/components/call/call-context';

/** Interrupts the assistant for a visitor who does not speak. Shown only while it can. */
export function StopTalking() {
  const { copy, session } = useCallContext();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    // It disappears when the assistant is silent, and must not take the focus with it.
    return () => {
      if (!current || current !== document.activeElement) return;
      current
        .closest('.stage')
        ?.querySelector<HTMLElement>('.stage-words form:not([hidden]) input, .stage-key')
        ?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <button
      ref={button}
      type="button"
      onClick={() => session.call?.interrupt(copy.interruption)}
      className="stage-newest stage-stop"
    >
      {copy.stopTalking}
    </button>
  );
}
