'use client';

import { useState, useSyncExternalStore } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/voice/call-session';
import { transcriptText } from '@/lib/voice/transcript-text';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { TalkEntries } from './talk-entries';

interface ReceiptProps {
  copy: CallCopy;
  session: CallSession;
  /** Asked first. */
  question?: string | undefined;
}

/** What is left of a call: what was done and said, to read, to copy and to keep. */
export function Receipt({ copy, session, question }: ReceiptProps) {
  const { captions } = session;
  const { turns } = useSyncExternalStore(captions.subscribe, captions.get, captions.get);
  const [copied, setCopied] = useState(false);
  const { receipt, language } = copy;
  const done = turns.filter(({ kind }) => kind === 'tool');
  const said = turns.filter(({ kind }) => kind === 'said');
  const text = () => transcriptText(turns, copy);
  const copyText = () =>
    navigator.clipboard?.writeText(text()).then(
      () => setCopied(true),
      () => undefined,
    );
  const download = () => {
    const file = new Blob([text()], { type: 'text/plain' });
    const href = URL.createObjectURL(file);
    Object.assign(document.createElement('a'), { href, download: `${receipt.file}.txt` }).click();
    URL.revokeObjectURL(href);
  };
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={copy.captions}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      {question && <p className="mb-3 text-lead">{question}</p>}
      <div lang={language} className="grid gap-2">
        <TalkEntries copy={copy} entries={done} />
      </div>
      {said.length > 0 && (
        <div className="my-3 flex flex-wrap gap-2">
          <Button look="quiet" onClick={copyText} className="stage-small">
            <Icon name="copy" />
            <span aria-live="polite">{copied ? receipt.copied : receipt.copy}</span>
          </Button>
          <Button look="quiet" onClick={download} className="stage-small">
            <Icon name="download" />
            <span>{receipt.download}</span>
          </Button>
        </div>
      )}
      <div lang={language} className="grid gap-2">
        <TalkEntries copy={copy} entries={said} />
      </div>
    </div>
  );
}
