'use client';

import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useCallContext } from '@/components/call/call-context';

function StopButton() {
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

interface StopTalkingProps {
  /** Whether the visitor cannot interrupt the assistant by voice. */
  isSilent: boolean;
}

/** Interrupts the assistant for a visitor who is silent or types. Shown only while it speaks. */
export function StopTalking({ isSilent }: StopTalkingProps) {
  const { typing } = useCallContext().session;
  const isTyping = useSyncExternalStore(typing.subscribe, typing.get, typing.get);
  return (isSilent || isTyping) && <StopButton />;
}
