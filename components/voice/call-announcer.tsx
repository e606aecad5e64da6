'use client';

import { useEffect, useState } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import { announce } from '@/lib/voice/announce';
import type { CallSession } from '@/lib/voice/call-session';

/** The widget's one status region: one message per change, none for what changes all the time. */
export function CallAnnouncer({ copy, session }: { copy: CallCopy; session: CallSession }) {
  const [message, setMessage] = useState('');
  useEffect(() => {
    let before = session.state.get();
    return session.state.subscribe(() => {
      const now = session.state.get();
      const next = announce(before, now, copy);
      before = now;
      if (next !== null) setMessage(next);
    });
  }, [session, copy]);
  return (
    <p role="status" className="sr-only">
      {message}
    </p>
  );
}
