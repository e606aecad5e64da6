'use client';

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import { toolSentence } from '@/lib/content/call-tools';
import type { CallSession } from '@/lib/voice/call-session';
import { noCaptions } from '@/lib/voice/captions';
import { Button } from '../ui/button';

const serverCaptions = () => noCaptions;

interface CaptionsProps {
  copy: CallCopy;
  session: CallSession;
  /** Between calls an empty log is hidden. */
  live: boolean;
}

/** What both sides say. Subscribes by itself, so that a word does not render the whole widget. */
export function Captions({ copy, session, live }: CaptionsProps) {
  const { captions } = session;
  const { turns, partial } = useSyncExternalStore(captions.subscribe, captions.get, serverCaptions);
  const [shown, setShown] = useState(true);
  const log = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const { current: box } = log;
    if (!box) return;
    // In a frame, where the browser computes the layout anyway.
    const frame = requestAnimationFrame(() => {
      const bottom = end.current?.offsetHeight ?? 0;
      // Not when the visitor has scrolled up.
      if (box.scrollHeight - box.scrollTop - box.clientHeight < bottom + 96) {
        box.scrollTop = box.scrollHeight;
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [turns, partial, shown]);

  if (!live && turns.length === 0) return null;
  return (
    <div className="mt-6 w-full border-t border-line pt-4 text-left">
      <Button look="nav" aria-pressed={shown} onClick={() => setShown(!shown)} className="-ml-3">
        <span
          aria-hidden="true"
          className={shown ? 'size-3 bg-accent' : 'size-3 border-2 border-line-strong'}
        />
        {copy.captions}
      </Button>
      {shown && (
        <div ref={log} lang={copy.language} className="mt-2 max-h-56 overflow-y-auto" tabIndex={0}>
          <div role="log" aria-label={copy.captions} className="grid gap-2">
            {turns.map((turn) => (
              <p key={turn.id}>
                {turn.kind === 'said' ? (
                  <>
                    <span className="font-semibold">{copy.speakers[turn.who]}:</span> {turn.text}
                  </>
                ) : (
                  toolSentence(copy.tools, turn)
                )}
              </p>
            ))}
          </div>
          {partial && (
            <p ref={end} aria-hidden="true" className="mt-2 text-muted italic">
              {copy.speakers[partial.who]}: {partial.text}
            </p>
          )}
          {turns.length === 0 && !partial && (
            <p className="text-note text-muted">{copy.captionsEmpty}</p>
          )}
        </div>
      )}
    </div>
  );
}
