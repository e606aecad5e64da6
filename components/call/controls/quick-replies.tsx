'use client';

import { useRef, useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { useCallContext } from '@/components/call/call-context';

/** The next reply takes the place of one that was sent, so a double press would send both. */
const DOUBLE_PRESS_MS = 500;

interface QuickRepliesProps {
  disabled: boolean;
  /** Called when the last one was sent while it had the focus. */
  onFocusLost: () => void;
}

/** The examples as buttons that send them, each once. */
export function QuickReplies({ disabled, onFocusLost }: QuickRepliesProps) {
  const { copy, session } = useCallContext();
  const root = useRef<HTMLDivElement>(null);
  const lastSentAt = useRef(-Infinity);
  const [sent, setSent] = useState<readonly string[]>([]);
  const remaining = copy.examples.sentences.filter((sentence) => !sent.includes(sentence));
  const send = (sentence: string, { currentTarget, timeStamp }: MouseEvent) => {
    if (timeStamp - lastSentAt.current < DOUBLE_PRESS_MS || !session.type(sentence)) return;
    lastSentAt.current = timeStamp;
    const hadFocus = currentTarget === document.activeElement;
    // Synchronously, because the pressed button takes the focus with it.
    flushSync(() => setSent([...sent, sentence]));
    if (!hadFocus) return;
    const next = root.current?.querySelector('button');
    if (next) next.focus({ preventScroll: true });
    else onFocusLost();
  };
  return (
    <div ref={root} className="stage-replies">
      {remaining.map((sentence) => (
        <button
          key={sentence}
          type="button"
          aria-disabled={disabled || undefined}
          onClick={(event) => send(sentence, event)}
          className="stage-reply"
        >
          {sentence}
        </button>
      ))}
    </div>
  );
}
