'use client';

import { useSyncExternalStore } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/call/session/call-session';
import { FullTranscript } from './full-transcript';
import { TranscriptEntries } from '@/components/call/transcript/transcript-entries';

interface ReceiptProps {
  copy: CallCopy;
  session: CallSession;
}

/** What was done and said in a call. */
export function Receipt({ copy, session }: ReceiptProps) {
  const { transcript } = session;
  const { entries } = useSyncExternalStore(transcript.subscribe, transcript.get, transcript.get);
  const toolEntries = entries.filter(({ kind }) => kind === 'tool');
  return (
    <>
      {toolEntries.length > 0 && (
        <div lang={copy.language}>
          <TranscriptEntries copy={copy} entries={toolEntries} />
        </div>
      )}
      {toolEntries.length < entries.length && <FullTranscript copy={copy} entries={entries} />}
    </>
  );
}
