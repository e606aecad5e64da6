import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isInAppBrowser } from '@/lib/call/audio/in-app-browser';
import type { TranscriptEntry } from '@/lib/call/transcript/entries';
import { formatTranscript } from '@/lib/call/transcript/transcript-text';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useCallContext } from '@/components/call/call-context';
import { CopyByHand, useClipboard } from '@/components/call/controls/clipboard';
import { TranscriptEntries } from '@/components/call/transcript/transcript-entries';

/** Browsers read the file some time after the click. */
const REVOKE_DELAY_MS = 60_000;

/** Returns false if the browser cannot. */
export function downloadText(text: string, name: string): boolean {
  // In-app browsers ignore downloads silently.
  if (isInAppBrowser()) return false;
  try {
    // The byte order mark marks the file as UTF-8.
    const href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/plain' }));
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

function FullTranscript({ entries }: { entries: readonly TranscriptEntry[] }) {
  const { copy } = useCallContext();
  const { receipt } = copy;
  const box = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  const { isCopied, manualRequest, copyText, askToCopy } = useClipboard();
  const updateHasMore = () => {
    const { current } = box;
    if (current) setHasMore(current.scrollHeight - current.scrollTop - current.clientHeight > 1);
  };
  useEffect(() => {
    const observer = new ResizeObserver(updateHasMore);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const formatText = () => formatTranscript(entries, copy);
  const download = () => {
    if (!downloadText(formatText(), `${receipt.fileName}.txt`)) askToCopy(formatText());
  };
  return (
    <div>
      <div className="transcript-head mb-1 flex flex-wrap items-center gap-x-4">
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
          {entries
            .filter((entry) => entry.kind === 'said')
            .map((entry) => (
              <p key={entry.id}>
                <strong>{`${copy.speakers[entry.who]}: `}</strong>
                <span dir="auto">{entry.text}</span>
              </p>
            ))}
        </div>
      </div>
      {/* Keeps its height when the arrow disappears. */}
      <div aria-hidden="true" className="transcript-more grid h-5 place-items-center text-muted">
        {hasMore && <Icon name="more" />}
      </div>
    </div>
  );
}

/** What was done in the call, then what was said. */
export function Receipt() {
  const { copy, session } = useCallContext();
  const { transcript } = session;
  const { entries } = useSyncExternalStore(transcript.subscribe, transcript.get, transcript.get);
  const toolEntries = entries.filter((entry) => entry.kind === 'tool');
  return (
    <>
      {toolEntries.length > 0 && (
        <div lang={copy.language}>
          <TranscriptEntries entries={toolEntries} />
        </div>
      )}
      {toolEntries.length < entries.length && <FullTranscript entries={entries} />}
    </>
  );
}
