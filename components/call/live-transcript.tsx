import { memo, useCallback, useEffect, useRef, useState, type RefObject } from 'react';
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

/** What the assistant does, or has done. */
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

/** Closer to the end than this, the box follows the newest words again. */
const NEAR_END_PX = 48;

function useStickToBottom(box: RefObject<HTMLElement | null>, content: unknown) {
  const [isAtEnd, setIsAtEnd] = useState(true);
  // A ref, because state is a frame late: words in that frame must not undo a visitor's scrolling.
  const shouldFollow = useRef(true);
  const lastTop = useRef(0);
  // The browser scrolls as well, when the content or the size of the box changes.
  const isVisitorScrolling = useRef(false);
  const scrollToEnd = useCallback(() => {
    // In a frame, where the browser computes the layout anyway.
    requestAnimationFrame(() => {
      const { current } = box;
      if (!current || !shouldFollow.current) return;
      current.scrollTop = current.scrollHeight;
      lastTop.current = current.scrollTop;
    });
  }, [box]);
  const setIsFollowing = (isFollowing: boolean) => {
    shouldFollow.current = isFollowing;
    if (isFollowing) isVisitorScrolling.current = false;
    setIsAtEnd(isFollowing);
  };
  useEffect(scrollToEnd, [scrollToEnd, content]);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(scrollToEnd);
    observer.observe(current);
    return () => observer.disconnect();
  }, [box, scrollToEnd]);
  const handleScroll = () => {
    const { current } = box;
    if (!current) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    const isUp = scrollTop < lastTop.current;
    lastTop.current = scrollTop;
    const distance = scrollHeight - scrollTop - clientHeight;
    if (isUp && isVisitorScrolling.current && distance >= 1) setIsFollowing(false);
    else if (distance < NEAR_END_PX) setIsFollowing(true);
  };
  const markVisitorInput = () => {
    isVisitorScrolling.current = true;
  };
  const jumpToEnd = () => {
    setIsFollowing(true);
    scrollToEnd();
  };
  const handlers = {
    onScroll: handleScroll,
    onWheel: markVisitorInput,
    onTouchMove: markVisitorInput,
    onPointerDown: markVisitorInput,
    onKeyDown: markVisitorInput,
  };
  return { isAtEnd, handlers, jumpToEnd };
}

interface LiveTranscriptProps {
  /** Whether the visitor types: a microphone would hear what a screen reader says. */
  isTyped: boolean;
}

export function LiveTranscript({ isTyped }: LiveTranscriptProps) {
  const { copy, session } = useCallContext();
  const { entries } = useStore(session.transcript);
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
      </div>
      {!isAtEnd && (
        <button
          type="button"
          onClick={jumpToEnd}
          className="stage-pill bottom-2 left-1/2 [translate:-50%]"
        >
          {copy.newest}
        </button>
      )}
    </div>
  );
}
