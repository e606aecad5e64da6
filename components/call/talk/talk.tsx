'use client';

import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { Speaker } from '@/lib/call/state/call-events';
import type { CallSession } from '@/lib/call/state/call-session';
import { noCaptions } from '@/lib/call/transcript/captions';
import { cx } from '@/components/ui/cx';
import { TalkEntries } from './talk-entries';

const noTurns = () => noCaptions.turns;
const nobody = () => null;
/** Nearer to the end than this, in px, the newest words stay in sight. */
const nearEnd = 48;

interface TalkProps {
  copy: CallCopy;
  session: CallSession;
}

interface UnfinishedProps extends Pick<CallSession, 'captions'> {
  who: Speaker;
  onWord: () => void;
}

/** What is being said right now, word by word, without rendering: several words come in a second. */
function Unfinished({ captions, who, onWord }: UnfinishedProps) {
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

/** What both sides say and what gets done, the newest in sight unless the visitor has scrolled up. */
export function Talk({ copy, session }: TalkProps) {
  const { captions } = session;
  const turns = useSyncExternalStore(captions.subscribe, () => captions.get().turns, noTurns);
  const speaker = useSyncExternalStore(
    captions.subscribe,
    () => captions.get().partial?.who ?? null,
    nobody,
  );
  const box = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  // A ref, because the state is a frame late: a word that arrives then must not undo the visitor's scrolling.
  const follows = useRef(true);
  const frame = useRef(0);
  const top = useRef(0);
  // The browser scrolls as well, where a text or the room for it changes.
  const byVisitor = useRef(false);
  const showNewest = useCallback(() => {
    cancelAnimationFrame(frame.current);
    // In a frame, where the browser computes the layout anyway.
    frame.current = requestAnimationFrame(() => {
      const { current } = box;
      if (!current || !follows.current) return;
      current.scrollTop = current.scrollHeight;
      top.current = current.scrollTop;
    });
  }, []);
  const follow = (newest: boolean) => {
    follows.current = newest;
    if (newest) byVisitor.current = false;
    setAtEnd(newest);
  };
  useEffect(() => {
    showNewest();
    return () => cancelAnimationFrame(frame.current);
  }, [showNewest, turns]);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    // Notes under it make it lower.
    const resized = new ResizeObserver(showNewest);
    resized.observe(current);
    return () => resized.disconnect();
  }, [showNewest]);
  const handleScroll = () => {
    const { current } = box;
    if (!current) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    const isUp = scrollTop < top.current;
    top.current = scrollTop;
    const left = scrollHeight - scrollTop - clientHeight;
    if (isUp && byVisitor.current && left >= 1) follow(false);
    else if (left < nearEnd) follow(true);
  };
  const markVisitor = () => {
    byVisitor.current = true;
  };
  const jump = () => {
    follow(true);
    showNewest();
  };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        lang={copy.language}
        tabIndex={0}
        role="region"
        aria-label={copy.captions}
        onScroll={handleScroll}
        onWheel={markVisitor}
        onTouchMove={markVisitor}
        onPointerDown={markVisitor}
        onKeyDown={markVisitor}
        className="stage-talk"
      >
        <div role="log" aria-label={copy.captions} className="grid gap-2">
          <TalkEntries copy={copy} entries={turns} />
        </div>
        {speaker && (
          <Unfinished key={turns.length} captions={captions} who={speaker} onWord={showNewest} />
        )}
        {turns.length === 0 && !speaker && (
          <p className="text-center text-note text-muted">{copy.captionsEmpty}</p>
        )}
      </div>
      {!atEnd && (
        <button type="button" onClick={jump} className="stage-newest">
          {copy.newest}
        </button>
      )}
    </div>
  );
}
