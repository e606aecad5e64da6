import { useState, type MouseEvent } from 'react';
import { isInAppBrowser } from '@/lib/call/audio/browser';
import type { EndedCall } from '@/lib/call/types';
import type { CallCopy } from '@/lib/content/call-en';
import type { FailureCopy } from '@/lib/content/failures';
import { useStore } from '@/lib/call/store';
import {
  formatTranscript,
  guessService,
  type TranscriptEntry,
} from '@/lib/call/transcript/entries';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { Icon } from '@/components/ui/icon';
import { useCallContext } from './call-context';
import { FailureActions, useClipboard } from './controls/failure-actions';
import { ToolLine } from './live-transcript';
import { VoiceRecordLine } from './voice-record-line';

/** Shorter calls have no receipt, or on a page that thanks no rating if they failed. */
export const MIN_RECEIPT_SECONDS = 10;
function FullTranscript({ entries }: { entries: readonly TranscriptEntry[] }) {
  const { copy } = useCallContext();
  const { receipt } = copy;
  const { isCopied, copyText, field } = useClipboard(receipt.byHand);
  const text = formatTranscript(entries, copy);
  // The byte order mark marks it as UTF-8. The page keeps it: it may be downloaded again.
  const [file] = useState(() => URL.createObjectURL(new Blob(['\uFEFF', text])));
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-center gap-x-3 border-b border-line">
        <p className="semibold mr-auto text-note">{receipt.conversation}</p>
        <Button variant="text" onClick={() => copyText(text)} className="text-note">
          <Icon name="copy" className="@max-[21rem]:hidden" />
          <span aria-live="polite">{isCopied ? receipt.copied : receipt.copy}</span>
        </Button>
        {/* In-app browsers ignore downloads silently. */}
        {!isInAppBrowser() && (
          <Button
            variant="text"
            href={file}
            download={`${receipt.fileName}.txt`}
            className="text-note"
          >
            <Icon name="download" className="@max-[21rem]:hidden" />
            <span>{receipt.download}</span>
          </Button>
        )}
      </div>
      {field && <div className="mb-4">{field}</div>}
      <div
        tabIndex={0}
        role="region"
        aria-label={copy.captions}
        // Shows five lines on a phone, eight on wider screens, however short the turns are.
        className={
          'stage-fade max-h-47 [scrollbar-width:thin] overflow-y-auto overscroll-contain ' +
          'text-note [--fade-top:0px] sm:max-h-75'
        }
      >
        <div lang={copy.language} className="grid gap-1.5">
          {entries
            .filter((entry) => entry.kind === 'said')
            .map((entry) => (
              <p
                key={entry.id}
                className={cx('bubble py-1', entry.who === 'assistant' && 'bubble-assistant')}
              >
                <span className="sr-only">{`${copy.speakers[entry.who]}: `}</span>
                <span dir="auto">{entry.text}</span>
              </p>
            ))}
        </div>
      </div>
    </div>
  );
}

const takeFocus = (thanks: HTMLElement | null) => thanks?.focus({ preventScroll: true });

function Rating() {
  const { copy, session } = useCallContext();
  const { rating, ratings, rated } = copy.receipt;
  const [isRated, setIsRated] = useState(false);
  if (isRated) {
    return (
      <p ref={takeFocus} tabIndex={-1} className="flex min-h-11 items-center text-note text-muted">
        {rated}
      </p>
    );
  }
  return (
    <div role="group" aria-label={rating} className="flex items-center @max-[21rem]:flex-wrap">
      <span
        aria-hidden="true"
        className="mr-auto text-note [line-height:1.25] text-muted @max-[21rem]:basis-full"
      >
        {rating}
      </span>
      {([1, 2, 3, 4, 5] as const).map((value) => (
        <button
          key={value}
          type="button"
          aria-label={ratings[value - 1]}
          onClick={() => {
            session.rate(value);
            setIsRated(true);
          }}
          className="rounded-full p-1"
        >
          <span className="grid size-9 place-items-center rounded-full border border-line-strong">
            {value}
          </span>
        </button>
      ))}
    </div>
  );
}

function formatDuration({ receipt }: CallCopy, seconds: number): string {
  return (seconds < 60 ? receipt.seconds : receipt.minutes)
    .replace('{minutes}', String(Math.floor(seconds / 60)))
    .replace('{seconds}', String(seconds % 60));
}

interface ReceiptProps {
  failure: FailureCopy | null;
  ended: EndedCall;
}

/** What was done in the call, what was said, and the ways on. */
export function Receipt({ failure, ended }: ReceiptProps) {
  const { copy, session, thanks, nextStep, maxMessageLength } = useCallContext();
  const { durationSeconds } = ended;
  const entries = useStore(session.transcript);
  const toolEntries = entries.filter((entry) => entry.kind === 'tool');
  const [shouldAddTranscript, setShouldAddTranscript] = useState(false);
  // `prepareContactForm` reads the values from the opener.
  const prefillContactForm = ({ target }: MouseEvent) => {
    const opener = (target as Element).closest<HTMLElement>('[command]');
    if (maxMessageLength === undefined || !opener) return;
    opener.dataset.service = guessService(entries) ?? '';
    opener.dataset.message = shouldAddTranscript
      ? formatTranscript(entries, copy, maxMessageLength)
      : '';
  };
  return (
    <>
      <div className="flex h-10 items-center gap-4">
        <VoiceRecordLine record={session.record} isLive={false} />
        <p className="shrink-0 text-note text-muted">{formatDuration(copy, durationSeconds)}</p>
      </div>
      {toolEntries.length > 0 && (
        <div lang={copy.language}>
          {toolEntries.map((entry) => (
            <ToolLine key={entry.id} entry={entry} className="min-h-7" />
          ))}
        </div>
      )}
      {toolEntries.length < entries.length && <FullTranscript entries={entries} />}
      <div className="mt-auto grid gap-2.5">
        {failure && <FailureActions failure={failure} hasNextStep />}
        {(!failure || durationSeconds >= MIN_RECEIPT_SECONDS) && <Rating />}
        {failure && thanks && (
          <h3 className="border-t border-line pt-4 text-title">{thanks.title}</h3>
        )}
        {thanks && <p className="text-pretty">{thanks.text}</p>}
        {nextStep && (
          <div
            onClickCapture={prefillContactForm}
            className={cx('grid', failure && 'stage-next-quiet')}
          >
            {nextStep}
            {maxMessageLength !== undefined && (
              <label className="flex min-h-11 items-center gap-2 text-note text-muted">
                <input
                  type="checkbox"
                  checked={shouldAddTranscript}
                  onChange={({ target }) => setShouldAddTranscript(target.checked)}
                  className="size-4 shrink-0"
                />
                <span className="[line-height:1.25]">{copy.receipt.addToMessage}</span>
              </label>
            )}
          </div>
        )}
        {!failure && (
          <div
            className={
              'flex items-center justify-between gap-3 border-t border-line pt-2.5 ' +
              '@max-[16rem]:flex-wrap'
            }
          >
            <p className="text-note [line-height:1.25] text-muted">{copy.ready}</p>
            <Button
              variant="quiet"
              data-call-main=""
              onClick={() => session.start()}
              className="min-h-11 max-w-full shrink-0 px-4 py-2 text-note"
            >
              {copy.start}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
