'use client';

import { useSyncExternalStore } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/call/state/call-session';
import { Conversation } from './conversation';
import { TalkEntries } from '@/components/call/talk/talk-entries';

interface ReceiptProps {
  copy: CallCopy;
  session: CallSession;
}

/** What was done and said in a call. */
export function Receipt({ copy, session }: ReceiptProps) {
  const { captions } = session;
  const { entries } = useSyncExternalStore(captions.subscribe, captions.get, captions.get);
  const done = entries.filter(({ kind }) => kind === 'tool');
  return (
    <>
      {done.length > 0 && (
        <div lang={copy.language}>
          <TalkEntries copy={copy} entries={done} />
        </div>
      )}
      {done.length < entries.length && <Conversation copy={copy} entries={entries} />}
    </>
  );
}
