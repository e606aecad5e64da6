'use client';

import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Speaker } from '@/lib/call/types';
import type { CallSession } from '@/lib/call/session/call-session';
import { initialTranscript } from '@/lib/call/transcript/transcript';
import { useCallContext } from '@/components/call/call-context';
import { cx } from '@/components/ui/cx';
import { TranscriptEntries } from './transcript-entries';
import { useStickToBottom } from './use-stick-to-bottom';

const getServerEntries = () => initialTranscript.entries;
const getServerSpeaker = () => null;

interface PartialSentenceProps extends Pick<CallSession, 'transcript'> {
  who: Speaker;
  onWord: () => void;
}

/** The sentence that is being said, written word by word without rendering. */
function PartialSentence({ transcript, who, onWord }: PartialSentenceProps) {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const write = () => {
      const { current } = line;
      const { partial } = transcript.get();
      if (!current || partial?.who !== who) return;
      current.textContent = partial.text;
      onWord();
    };
    write();
    return transcript.subscribe(write);
  }, [transcript, who, onWord]);
  return (
    <p
      ref={line}
      dir="auto"
      aria-hidden="true"
      className={cx('bubble bubble-unfinished mt-2', `bubble-${who}`)}
    />
  );
}

export function LiveTranscript() {
  const { copy, session } = useCallContext();
  const { transcript } = session;
  const entries = useSyncExternalStore(
    transcript.subscribe,
    () => transcript.get().entries,
    getServerEntries,
  );
  const speaker = useSyncExternalStore(
    transcript.subscribe,
    () => transcript.get().partial?.who ?? null,
    getServerSpeaker,
  );
  const box = useRef<HTMLDivElement>(null);
  const { isAtEnd, handlers, scrollToEnd, jumpToEnd } = useStickToBottom(box, entries);
  return (
    <div className="relative flex flex-1 flex-col">
      <div
        ref={box}
        lang={copy.language}
        tabIndex={0}
        role="region"
        aria-label={copy.captions}
        {...handlers}
        className="stage-talk"
      >
        {/* Without a name: the region's would be read twice. */}
        <div role="log" className="grid gap-2">
          <TranscriptEntries entries={entries} />
        </div>
        {speaker && (
          <PartialSentence
            key={entries.length}
            transcript={transcript}
            who={speaker}
            onWord={scrollToEnd}
          />
        )}
        {entries.length === 0 && !speaker && (
          <p className="text-center text-note text-muted">{copy.captionsEmpty}</p>
        )}
      </div>
      {!isAtEnd && (
        <button type="button" onClick={jumpToEnd} className="stage-newest">
          {copy.newest}
        </button>
      )}
    </div>
  );
}
