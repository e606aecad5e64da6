'use client';

import { useSyncExternalStore } from 'react';
import { useCallContext } from '@/components/call/call-context';
import { useLiveParts } from '@/components/call/live-parts';
import { TranscriptEntries } from '@/components/call/transcript/transcript-entries';

export function Receipt() {
  const { copy, session } = useCallContext();
  const { transcript } = session;
  const { entries } = useSyncExternalStore(transcript.subscribe, transcript.get, transcript.get);
  const { FullTranscript } = useLiveParts();
  const toolEntries = FullTranscript ? entries.filter((entry) => entry.kind === 'tool') : entries;
  return (
    <>
      {toolEntries.length > 0 && (
        <div lang={copy.language}>
          <TranscriptEntries entries={toolEntries} />
        </div>
      )}
      {FullTranscript && toolEntries.length < entries.length && (
        <FullTranscript entries={entries} />
      )}
    </>
  );
}
