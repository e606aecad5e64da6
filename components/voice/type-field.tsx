'use client';

import { useEffect, useRef, type SyntheticEvent } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/voice/call-session';
import { Button } from '../ui/button';

interface TypeFieldProps {
  copy: CallCopy;
  session: CallSession;
  /** Hidden, it keeps what was typed. */
  shown: boolean;
  disabled: boolean;
}

/** A line for typed words. What can't be sent stays in it. */
export function TypeField({ copy, session, shown, disabled }: TypeFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!shown) return;
    field.current?.focus({ preventScroll: true });
    return () => session.typing(false);
  }, [session, shown]);
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const { current: input } = field;
    if (!input || disabled || !session.type(input.value)) return;
    input.value = '';
    session.typing(false);
  };
  return (
    <form hidden={!shown} onSubmit={send} className="flex gap-2">
      <input
        ref={field}
        aria-label={copy.typeHere}
        placeholder={copy.typeHere}
        maxLength={500}
        enterKeyHint="send"
        autoComplete="off"
        onInput={({ currentTarget }) => session.typing(currentTarget.value !== '')}
        className="control min-h-11 min-w-0 flex-1 py-2"
      />
      <Button type="submit" aria-disabled={disabled || undefined} className="stage-send">
        {copy.send}
      </Button>
    </form>
  );
}
