import { useRef, useSyncExternalStore } from 'react';
import { initialTranscript } from '@/lib/call/transcript/entries';
import { useCallContext } from '@/components/call/call-context';
import { TranscriptEntries } from './transcript-entries';
import { useStickToBottom } from './use-stick-to-bottom';

interface LiveTranscriptProps {
  /** Whether the visitor types: a microphone would hear what a screen reader says. */
  isTyped: boolean;
}

export function LiveTranscript({ isTyped }: LiveTranscriptProps) {
  const { copy, session } = useCallContext();
  const { transcript } = session;
  const { entries } = useSyncExternalStore(
    transcript.subscribe,
    transcript.get,
    () => initialTranscript,
  );
  const box = useRef<HTMLDivElement>(null);
  const { isAtEnd, handlers, jumpToEnd } = useStickToBottom(box, entries);
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
        <div role="log" aria-live={isTyped ? 'polite' : 'off'} className="grid gap-2">
          <TranscriptEntries entries={entries} />
        </div>
        {entries.length === 0 && (
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
