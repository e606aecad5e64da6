import { useEffect, useId, useRef, type SyntheticEvent } from 'react';
import { MAX_TYPED_LENGTH } from '@/lib/call/session/call-session';
import { useStore } from '@/lib/call/store';
import { useCallContext } from '@/components/call/call-context';
import { Button } from '@/components/ui/button';

/** The counter appears when fewer characters are left. */
const COUNTER_MARGIN = 50;

interface TypeFieldProps {
  /** A hidden field keeps its text. */
  isShown: boolean;
  disabled: boolean;
}

/** The field for typed messages. It keeps a text that cannot be sent. */
export function TypeField({ isShown, disabled }: TypeFieldProps) {
  const { copy, session, draft } = useCallContext();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const text = useStore(draft);
  const { length } = text.trim();
  const isCounterShown = length > MAX_TYPED_LENGTH - COUNTER_MARGIN;
  const isTooLong = length > MAX_TYPED_LENGTH;
  useEffect(() => {
    if (!isShown) return;
    field.current?.focus({ preventScroll: true });
    return () => session.call?.setTyping(false);
  }, [session, isShown]);
  const edit = (edited: string) => {
    draft.set(edited);
    session.call?.setTyping(edited !== '');
  };
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!disabled && session.type(text)) edit('');
  };
  const counter = copy.typedCounter
    .replace('{count}', String(length))
    .replace('{max}', String(MAX_TYPED_LENGTH));
  return (
    <form hidden={!isShown} onSubmit={send}>
      <div className="flex gap-2">
        <input
          ref={field}
          dir="auto"
          value={text}
          aria-label={copy.typeHere}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isCounterShown ? id : undefined}
          placeholder={copy.typeHere}
          enterKeyHint="send"
          autoComplete="off"
          onChange={(event) => edit(event.target.value)}
          className="control min-h-11 min-w-0 flex-1 py-2"
        />
        <Button
          type="submit"
          aria-disabled={disabled || undefined}
          className="min-h-11 rounded-control px-4 py-2"
        >
          {copy.send}
        </Button>
      </div>
      <p
        id={id}
        role="status"
        className={isTooLong ? 'text-note text-danger' : 'text-note text-muted'}
      >
        {isTooLong ? `${counter}. ${copy.typedTooLong}` : isCounterShown ? counter : ''}
      </p>
    </form>
  );
}
