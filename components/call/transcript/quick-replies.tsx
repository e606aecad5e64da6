'use client';

import { useState } from 'react';
import type { CallSession } from '@/lib/call/state/call-session';

interface QuickRepliesProps {
  sentences: readonly string[];
  session: CallSession;
  disabled: boolean;
}

/** The examples as buttons that send them, each once. */
export function QuickReplies({ sentences, session, disabled }: QuickRepliesProps) {
  const [sent, setSent] = useState<readonly string[]>([]);
  const remaining = sentences.filter((sentence) => !sent.includes(sentence));
  return (
    <div className="stage-replies">
      {remaining.map((sentence) => (
        <button
          key={sentence}
          type="button"
          aria-disabled={disabled || undefined}
          onClick={() => session.type(sentence) && setSent([...sent, sentence])}
          className="stage-reply"
        >
          {sentence}
        </button>
      ))}
    </div>
  );
}
