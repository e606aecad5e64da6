'use client';

import { useSyncExternalStore } from 'react';
import { useCallContext } from '@/components/call/call-context';
import { TranscriptEntries } from '@/components/call/transcript/transcript-entries';
import { FullTranscript } from './full-transcript';

export function Receipt() {
  const { copy, session } = useCallContext();
  const { transcript } = session;
  const { entries } = useSyncExternalStore(transcript.subscribe, transcript.get, transcript.get);
  const toolEntries = entries.filter((entry) => entry.kind === 'tool');
  return (
    <>
      {toolEntries.length > 0 && (
        <div lang={copy.language}>
          <TranscriptEntries entries={toolEntries} />
        </div>
      )}
      {toolEntries.length < entries.length && <FullTranscript entries={entries} />}
    </>
  );
}
