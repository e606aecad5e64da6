import { useRef, useState } from 'react';
import { useCallContext } from '@/components/call/call-context';

/** The next reply takes the place of one that was sent, so a double press would send both. */
const DOUBLE_PRESS_MS = 500;

/** The examples as buttons that send them, each once. */
export function QuickReplies({ disabled }: { disabled: boolean }) {
  const { copy, session } = useCallContext();
  const lastSentAt = useRef(-Infinity);
  const [sent, setSent] = useState<readonly string[]>([]);
  const send = (sentence: string, pressedAt: number) => {
    if (pressedAt - lastSentAt.current < DOUBLE_PRESS_MS || !session.type(sentence)) return;
    lastSentAt.current = pressedAt;
    setSent([...sent, sentence]);
  };
  return (
    <div className="stage-replies">
      {copy.examples.sentences
        .filter((sentence) => !sent.includes(sentence))
        .map((sentence) => (
          <button
            key={sentence}
            type="button"
            aria-disabled={disabled || undefined}
            onClick={({ timeStamp }) => send(sentence, timeStamp)}
            className="stage-reply"
          >
            {sentence}
          </button>
        ))}
    </div>
  );
}
