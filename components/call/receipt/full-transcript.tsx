'use client';

import { useEffect, useRef, useState } from 'react';
import { isInAppBrowser } from '@/lib/call/audio/microphone';
import type { TranscriptEntry } from '@/lib/call/transcript/transcript';
import { formatTranscript } from '@/lib/call/transcript/transcript-text';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useCallContext } from '@/components/call/call-context';
import { CopyByHand, useClipboard } from '@/components/call/clipboard';

/** Browsers read the file some time after the click. */
const REVOKE_DELAY_MS = 60_000;

/** Returns false if the browser cannot. */
export function downloadText(text: string, name: string): boolean {
  // In-app browsers ignore downloads silently.
  if (isInAppBrowser()) return false;
  try {
    // The byte order mark marks the file as UTF-8.
    const file = new Blob(['\uFEFF', text], { type: 'text/plain' });
    const href = URL.createObjectURL(file);
    const link = Object.assign(document.createElement('a'), { href, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(href), REVOKE_DELAY_MS);
    return true;
  } catch {
    return false;
  }
}

interface FullTranscriptProps {
  entries: readonly TranscriptEntry[];
}

export function FullTranscript({ entries }: FullTranscriptProps) {
  const { copy } = useCallContext();
  const { receipt } = copy;
  const box = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  const { isCopied, manualRequest, copyText, askToCopy } = useClipboard();
  const updateHasMore = () => {
    const { current } = box;
    if (!current) return;
    setHasMore(current.scrollHeight - current.scrollTop - current.clientHeight > 1);
  };
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(updateHasMore);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const saidEntries = entries.filter((entry) => entry.kind === 'said');
  const formatText = () => formatTranscript(entries, copy);
  const download = () => {
    if (!downloadText(formatText(), `${receipt.fileName}.txt`)) askToCopy(formatText());
  };
  return (
    <div>
      <div className="transcript-head">
        <p className="semibold mr-auto text-note">{receipt.conversation}</p>
        <Button variant="text" onClick={() => copyText(formatText())} className="text-note">
          <Icon name="copy" />
          <span aria-live="polite">{isCopied ? receipt.copied : receipt.copy}</span>
        </Button>
        <Button variant="text" onClick={download} className="text-note">
          <Icon name="download" />
          <span>{receipt.download}</span>
        </Button>
      </div>
      {manualRequest && (
        <div className="mb-4">
          <CopyByHand label={receipt.byHand} request={manualRequest} />
        </div>
      )}
      <div
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={copy.captions}
        onScroll={updateHasMore}
        className="transcript"
      >
        <div lang={copy.language}>
          {saidEntries.map((entry) => (
            <p key={entry.id}>
              <strong>{`${copy.speakers[entry.who]}: `}</strong>
              <span dir="auto">{entry.text}</span>
            </p>
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="transcript-more">
        {hasMore && <Icon name="more" />}
      </div>
    </div>
  );
}
