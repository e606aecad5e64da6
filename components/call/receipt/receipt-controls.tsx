import { useState, type MouseEvent } from 'react';
import type { FailureCopy } from '@/lib/call/failures';
import { guessService } from '@/lib/call/transcript/entries';
import { formatTranscriptWithin } from '@/lib/call/transcript/transcript-text';
import { Button } from '@/components/ui/button';
import { useCallContext } from '@/components/call/call-context';
import { FailureActions } from '@/components/call/controls/failure-actions';
import { cx } from '@/components/ui/cx';
import { Rating } from './rating';

interface ReceiptControlsProps {
  failure: FailureCopy | null;
  canRate: boolean;
}

export function ReceiptControls({ failure, canRate }: ReceiptControlsProps) {
  const { copy, session, thanks, nextStep, messageMax } = useCallContext();
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
      {failure && <FailureActions failure={failure} onRetry={() => session.start()} hasNextStep />}
      {canRate && <Rating copy={copy.receipt} onRate={(rating) => session.rate(rating)} />}
      {failure && thanks && (
        <h3 className="border-t border-line pt-4 text-title">{thanks.title}</h3>
      )}
      {thanks && <p className="text-pretty">{thanks.text}</p>}
      {nextStep && (
        <div onClickCapture={prefillContactForm} className="stage-next grid">
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
                onChange={(event) => setShouldAddTranscript(event.target.checked)}
                className="size-4 shrink-0"
              />
              <span>{copy.receipt.addToMessage}</span>
            </label>
          )}
        </div>
      )}
      {!failure && (
        <div className="flex items-center justify-between gap-3 border-t border-line pt-2.5">
          <p className="text-note [line-height:1.25] text-muted">{copy.ready}</p>
          <Button
            variant="quiet"
            data-call-main=""
            onClick={() => session.start()}
            className="min-h-11 shrink-0 px-4 py-2 text-note"
          >
            {copy.start}
          </Button>
        </div>
      )}
    </>
  );
}
