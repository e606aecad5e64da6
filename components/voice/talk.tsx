'use client';

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/voice/call-session';
import { noCaptions } from '@/lib/voice/captions';
import { cx } from '../ui/cx';
import { TalkEntries } from './talk-entries';

const serverCaptions = () => noCaptions;
/** Nearer to the end than this, in px, the newest words stay in sight. */
const nearEnd = 48;

interface TalkProps {
  copy: CallCopy;
  session: CallSession;
}

/**
 * What both sides say and what gets done, the newest in sight unless the visitor has scrolled up. Subscribes by itself, so
 * that a word does not render the whole widget.
 */
export function Talk({ copy, session }: TalkProps) {
  const { captions } = session;
  const { turns, partial } = useSyncExternalStore(captions.subscribe, captions.get, serverCaptions);
  const box = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const showNewest = () => {
    const { current } = box;
    if (current) current.scrollTop = current.scrollHeight;
  };
  useEffect(() => {
    if (!follows) return;
    // In a frame, where the browser computes the layout anyway.
    const frame = requestAnimationFrame(showNewest);
    return () => cancelAnimationFrame(frame);
  }, [turns, partial, follows]);
  useEffect(() => {
    const { current } = box;
    if (!current || !follows) return;
    // Notes under it make it lower.
    const resized = new ResizeObserver(showNewest);
    resized.observe(current);
    return () => resized.disconnect();
  }, [follows]);
  const handleScroll = () => {
    const { current } = box;
    if (!current) return;
    setFollows(current.scrollHeight - current.scrollTop - current.clientHeight < nearEnd);
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
        className="stage-talk"
      >
        <div role="log" aria-label={copy.captions} className="grid gap-2">
          <TalkEntries copy={copy} entries={turns} />
        </div>
        {partial && (
          <p
            aria-hidden="true"
            className={cx('bubble bubble-unfinished mt-2', `bubble-${partial.who}`)}
          >
            {partial.text}
          </p>
        )}
        {turns.length === 0 && !partial && (
          <p className="text-center text-note text-muted">{copy.captionsEmpty}</p>
        )}
      </div>
      {!follows && (
        <button type="button" onClick={() => setFollows(true)} className="stage-newest">
          {copy.newest}
        </button>
      )}
    </div>
  );
}
