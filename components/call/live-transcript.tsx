import { memo, useEffect, useRef, useState } from 'react';
import { cx } from '@/components/ui/cx';
import { Icon } from '@/components/ui/icon';
import { useStore } from '@/lib/call/store';
import {
  formatToolSentence,
  type ToolEntry,
  type TranscriptEntry,
} from '@/lib/call/transcript/entries';
import { useCallContext } from './call-context';
import { Spinner } from './stage';

export function ToolLine({ entry, className }: { entry: ToolEntry; className: string }) {
  const { copy } = useCallContext();
  return (
    <p className={cx('flex items-center gap-2.5 [line-height:1.3]', className)}>
      {entry.done ? (
        <Icon name="check" className="text-success" />
      ) : (
        <Spinner className="mx-1 size-3 border-accent-ink" />
      )}
      <span>{formatToolSentence(copy.tools, entry)}</span>
    </p>
  );
}

interface EntryProps {
  entry: TranscriptEntry;
  isSameSpeaker: boolean;
}

const Entry = memo(function Entry({ entry, isSameSpeaker }: EntryProps) {
  const { copy } = useCallContext();
  if (entry.kind === 'tool')
    return (
      <ToolLine entry={entry} className="min-h-11 rounded-control border border-line px-3.5 py-2" />
    );
  const isOpen = entry.status === 'open';
  const isAssistant = entry.who === 'assistant';
  return (
    <p
      aria-hidden={isOpen || undefined}
      // Visitors know their own words.
      aria-live={isAssistant ? undefined : 'off'}
      className={cx('grid', !isAssistant && 'justify-items-end')}
    >
      <span className={isSameSpeaker ? 'sr-only' : 'text-note text-muted'}>
        <span>{copy.speakers[entry.who]}</span>
        <span className="sr-only">: </span>
      </span>
      <span
        dir="auto"
        className={cx('bubble', isAssistant && 'bubble-assistant', isOpen && 'bubble-unfinished')}
      >
        {entry.text}
      </span>
    </p>
  );
});

/** Closer to its end than this, the box follows the newest words. */
const NEAR_END_PX = 24;

const scrollToEnd = (box: Element) => box.scrollTo(0, box.scrollHeight);

/** Keeps the end of a box in sight until the visitor scrolls up. */
function useNewestWords() {
  const scrolling = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  useEffect(() => {
    const { current: box } = scrolling;
    if (!box?.lastElementChild) return;
    let isFollowing = true;
    // Before the other observer in each frame: only the visitor's scrolling loses sight of the end.
    const sizes = new ResizeObserver(() => isFollowing && scrollToEnd(box));
    for (const element of [box, ...box.children]) sizes.observe(element);
    const sight = new IntersectionObserver(
      (entries) => {
        isFollowing = entries.at(-1)?.isIntersecting ?? false;
        setIsAtEnd(isFollowing);
      },
      { root: box, rootMargin: `0px 0px ${NEAR_END_PX}px` },
    );
    sight.observe(box.lastElementChild);
    return () => {
      sizes.disconnect();
      sight.disconnect();
    };
  }, []);
  return { scrolling, isAtEnd };
}

interface LiveTranscriptProps {
  /** Whether the visitor types: a microphone would hear what a screen reader says. */
  isTyped: boolean;
}

export function LiveTranscript({ isTyped }: LiveTranscriptProps) {
  const { copy, session } = useCallContext();
  const entries = useStore(session.transcript);
  const { scrolling, isAtEnd } = useNewestWords();
  return (
    <div className="relative flex flex-1 flex-col">
      <div
        ref={scrolling}
        lang={copy.language}
        tabIndex={0}
        role="region"
        aria-label={copy.captions}
        className="stage-talk stage-fade"
      >
        {/* Without a name: the region's would be read twice. */}
        <div role="log" aria-live={isTyped ? 'polite' : 'off'} className="grid gap-2">
          {entries.map((entry, index) => {
            const previous = entries[index - 1];
            const isSaid = entry.kind === 'said';
            const isSameSpeaker = isSaid && previous?.kind === 'said' && previous.who === entry.who;
            // A new element once it is final: screen readers announce what is added.
            const key = isSaid && entry.status === 'open' ? `${entry.id} open` : entry.id;
            return <Entry key={key} entry={entry} isSameSpeaker={isSameSpeaker} />;
          })}
        </div>
        {entries.length === 0 && (
          <p className="text-center text-note text-muted">{copy.captionsEmpty}</p>
        )}
        {/* The end, which the box follows. */}
        <div />
      </div>
      {!isAtEnd && (
        <button
          type="button"
          onClick={() => scrolling.current && scrollToEnd(scrolling.current)}
          className="stage-pill absolute bottom-2 left-1/2 [translate:-50%]"
        >
          {copy.newest}
        </button>
      )}
    </div>
  );
}
