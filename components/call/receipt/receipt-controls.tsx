'use client';

import { useState, type MouseEvent, type ReactNode } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/call/session/call-session';
import { countEvent } from '@/lib/analytics/count';
import { guessService } from '@/lib/call/transcript/transcript';
import { formatTranscriptWithin } from '@/lib/call/transcript/transcript-text';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { Rating } from './rating';

/** The page's own content for the receipt. */
export interface AfterCallSlots {
  thanks?: { title: string; text: string } | undefined;
  nextStep?: ReactNode;
  /** The maximum length of a message, if the next step is the contact dialog. */
  messageMax?: number | undefined;
}

interface ReceiptControlsProps extends AfterCallSlots {
  copy: CallCopy;
  session: CallSession;
  onStart: () => void;
}

/** The rating, the next step and the button to call again. */
export function ReceiptControls({
  copy,
  session,
  thanks,
  nextStep,
  messageMax,
  onStart,
}: ReceiptControlsProps) {
  const [shouldAddTranscript, setShouldAddTranscript] = useState(false);
  // `prepareContactForm` reads the values from the opener.
  const prefillContactForm = ({ target }: MouseEvent) => {
    const opener = (target as Element).closest<HTMLElement>('[command]');
    if (messageMax === undefined || !opener) return;
    const { entries } = session.transcript.get();
    opener.dataset.service = guessService(entries) ?? '';
    opener.dataset.message = shouldAddTranscript
      ? formatTranscriptWithin(entries, copy, messageMax)
      : '';
  };
  return (
    <>
      <Rating copy={copy.receipt} onRate={(rating) => countEvent('call_rated', `${rating}`)} />
      {thanks && <p className="text-pretty">{thanks.text}</p>}
      {nextStep && (
        <div onClickCapture={prefillContactForm} className="stage-next">
          {nextStep}
          {messageMax !== undefined && (
            <label
              className={cx(
                'flex min-h-11 items-center gap-2 text-note',
                '[line-height:1.25] text-muted',
              )}
            >
              <input
                type="checkbox"
                checked={shouldAddTranscript}
                onChange={({ target }) => setShouldAddTranscript(target.checked)}
                className="size-4 shrink-0"
              />
              <span>{copy.receipt.addToMessage}</span>
            </label>
          )}
        </div>
      )}
      <div className="flex items-center justify-between gap-3 border-t border-line pt-2.5">
        <p className="text-note [line-height:1.25] text-muted">{copy.ready}</p>
        <Button
          variant="quiet"
          data-call-main=""
          onClick={onStart}
          className="stage-small shrink-0"
        >
          {copy.start}
        </Button>
      </div>
    </>
  );
}
