'use client';

import type { FailureCopy } from '@/lib/content/call-copy';
import { Button } from '@/components/ui/button';
import { CopyByHand } from './copy-by-hand';
import { useCopy } from './use-copy';

interface CopyLinkProps {
  button: NonNullable<FailureCopy['button']>;
  getLink: () => string;
}

/** A button that copies the link to this page, to open it in another browser. */
export function CopyLink({ button, getLink }: CopyLinkProps) {
  const { isCopied, manualRequest, copyText } = useCopy();
  return (
    <>
      <Button data-call-main="" onClick={() => copyText(getLink())}>
        <span aria-live="polite">{isCopied ? button.done : button.label}</span>
      </Button>
      {manualRequest && button.byHand && (
        <CopyByHand label={button.byHand} request={manualRequest} />
      )}
    </>
  );
}
