import { useState } from 'react';
import type { FailureCopy } from '@/lib/content/failures';
import { withDeadline } from '@/lib/deadline';
import { readFollowedLink } from '@/lib/kept-link';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useCallContext } from '@/components/call/call-context';

const COPY_TIMEOUT_MS = 2_000;

const selectText = (field: HTMLTextAreaElement | null) => {
  field?.focus();
  field?.select();
};

/** @param label of the field with the text, shown where the browser does not copy it */
export function useClipboard(label: string | undefined) {
  const [isCopied, setIsCopied] = useState(false);
  const [byHand, setByHand] = useState<string | null>(null);
  const copyText = async (text: string) => {
    // A second press is confirmed, or selects the text, again.
    setIsCopied(false);
    setByHand(null);
    try {
      // Most in-app browsers have no clipboard.
      const write = async () => navigator.clipboard.writeText(text);
      await withDeadline(write(), COPY_TIMEOUT_MS);
      setIsCopied(true);
    } catch {
      setByHand(text);
    }
  };
  const field = byHand !== null && (
    <label className="grid gap-1 text-left text-note">
      <span>{label}</span>
      <textarea ref={selectText} readOnly rows={2} value={byHand} className="control" />
    </label>
  );
  return { isCopied, copyText, field };
}

interface FailureActionsProps {
  failure: FailureCopy;
  /** Whether the receipt's next step takes the place of the page's alternative. */
  hasNextStep?: boolean;
}

export function FailureActions({ failure, hasNextStep }: FailureActionsProps) {
  const { copy, session, failureAction } = useCallContext();
  const { button } = failure;
  const { isCopied, copyText, field } = useClipboard(button?.byHand);
  const runAction = () => {
    if (button?.action === 'retry') {
      // A new deployment may have removed the scripts that failed to load. No input is lost: the
      // form is empty while its dialog is closed.
      const state = session.state.get();
      const isOutdated = state.status === 'unusable' && state.failure.kind === 'init-failed';
      if (isOutdated && navigator.onLine) location.reload();
      else session.start();
    }
    if (button?.action === 'copy-link') void copyText(readFollowedLink());
    if (button?.action === 'open-secure')
      location.replace(readFollowedLink().replace(/^http:/, 'https:'));
  };
  return (
    <>
      {button && (
        <Button data-call-main="" onClick={runAction}>
          <span aria-live="polite">{isCopied ? button.done : button.label}</span>
        </Button>
      )}
      {field}
      <div className="stage-ways">
        {failure.typing && (
          <Button variant="quiet" onClick={() => session.start('text')}>
            <Icon name="keyboard" />
            <span>{copy.typeInstead}</span>
          </Button>
        )}
        {!hasNextStep && failureAction}
      </div>
    </>
  );
}
