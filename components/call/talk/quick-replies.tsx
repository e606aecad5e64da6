'use client';

import { useState } from 'react';
import type { CallSession } from '@/lib/call/state/call-session';

interface QuickRepliesProps {
  sentences: readonly string[];
  session: CallSession;
  disabled: boolean;
}

/** The examples as buttons that say them. Each goes once. */
export function QuickReplies({ sentences, session, disabled }: QuickRepliesProps) {
  const [said, setSaid] = useState<readonly string[]>([]);
  const left = sentences.filter((sentence) => !said.includes(sentence));
  return (
    <div className="stage-replies">
      {left.map((sentence) => (
        <button
          key={sentence}
          type="button"
          aria-disabled={disabled || undefined}
          onClick={() => session.type(sentence) && setSaid([...said, sentence])}
          className="stage-reply"
        >
          {sentence}
        </button>
      ))}
    </div>
  );
}
