'use client';

import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { Speaker } from '@/lib/call/state/call-events';
import type { CallSession } from '@/lib/call/state/call-session';
import { initialCaptions } from '@/lib/call/transcript/captions';
import { cx } from '@/components/ui/cx';
import { TalkEntries } from './talk-entries';
import { useStickToBottom } from './use-stick-to-bottom';

const getServerEntries = () => initialCaptions.entries;
const getServerSpeaker = () => null;

interface TalkProps {
  copy: CallCopy;
  session: CallSession;
}

interface PartialSentenceProps extends Pick<CallSession, 'captions'> {
  who: Speaker;
  onWord: () => void;
}

/** The sentence that is being said, written word by word without rendering. */
function PartialSentence({ captions, who, onWord }: PartialSentenceProps) {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const write = () => {
      const { current } = line;
      const { partial } = captions.get();
      if (!current || partial?.who !== who) return;
      current.textContent = partial.text;
      onWord();
    };
    write();
    return captions.subscribe(write);
  }, [captions, who, onWord]);
  return (
    <p
      ref={line}
      dir="auto"
      aria-hidden="true"
      className={cx('bubble bubble-unfinished mt-2', `bubble-${who}`)}
    />
  );
}

/** The live conversation, which follows the newest words unless the visitor has scrolled up. */
export function Talk({ copy, session }: TalkProps) {
  const { captions } = session;
  const entries = useSyncExternalStore(
    captions.subscribe,
    () => captions.get().entries,
    getServerEntries,
  );
  const speaker = useSyncExternalStore(
    captions.subscribe,
    () => captions.get().partial?.who ?? null,
    getServerSpeaker,
  );
  const box = useRef<HTMLDivElement>(null);
  const { isAtEnd, handlers, scrollToEnd, jumpToEnd } = useStickToBottom(box, entries);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        lang={copy.language}
        tabIndex={0}
        role="region"
        aria-label={copy.captions}
        {...handlers}
        className="stage-talk"
      >
        <div role="log" aria-label={copy.captions} className="grid gap-2">
          <TalkEntries copy={copy} entries={entries} />
        </div>
        {speaker && (
          <PartialSentence
            key={entries.length}
            captions={captions}
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
