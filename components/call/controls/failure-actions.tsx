import { useEffect, useRef, useState } from 'react';
import type { FailureCopy } from '@/lib/content/failures';
import { withDeadline } from '@/lib/deadline';
import { readFollowedLink } from '@/lib/page-protocol';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useCallContext } from '@/components/call/call-context';

const COPY_TIMEOUT_MS = 2_000;

/** Text to copy by hand. A new object makes the field select its text again. */
interface CopyRequest {
  text: string;
}

export function useClipboard() {
  const [isCopied, setIsCopied] = useState(false);
  const [manualRequest, setManualRequest] = useState<CopyRequest | null>(null);
  const askToCopy = (text: string) => {
    setIsCopied(false);
    setManualRequest({ text });
  };
  const copyText = async (text: string) => {
    // A second press is confirmed again.
    setIsCopied(false);
    try {
      // Throws in most in-app browsers, which have no clipboard.
      await withDeadline(navigator.clipboard.writeText(text), COPY_TIMEOUT_MS);
      setIsCopied(true);
      setManualRequest(null);
    } catch {
      askToCopy(text);
    }
  };
  return { isCopied, manualRequest, copyText, askToCopy };
}

interface CopyByHandProps {
  label: string;
  request: CopyRequest;
}

export function CopyByHand({ label, request }: CopyByHandProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [request]);
  return (
    <label className="grid gap-1 text-left text-note">
      <span>{label}</span>
      <textarea ref={field} readOnly rows={2} value={request.text} className="control" />
    </label>
  );
}

interface FailureActionsProps {
  failure: FailureCopy;
  /** Whether the receipt's next step takes the place of the page's alternative. */
  hasNextStep?: boolean;
}

export function FailureActions({ failure, hasNextStep }: FailureActionsProps) {
  const { copy, session, failureAction } = useCallContext();
  const { isCopied, manualRequest, copyText } = useClipboard();
  const { button } = failure;
  const runAction = () => {
    if (button?.action === 'retry') {
      // A new deployment may have removed the scripts that failed to load. No input is lost: the
      // form is empty while its dialog is closed.
      if (session.state.get().status === 'unusable' && navigator.onLine) location.reload();
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
      {manualRequest && button?.byHand && (
        <CopyByHand label={button.byHand} request={manualRequest} />
      )}
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
