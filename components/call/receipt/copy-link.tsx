'use client';

import type { FailureCopy } from '@/lib/content/call-copy';
import { Button } from '@/components/ui/button';
import { CopyByHand } from './copy-by-hand';
import { useCopy } from './use-copy';

interface CopyLinkProps {
  words: NonNullable<FailureCopy['button']>;
  link: () => string;
}

/** A button that copies the link to this page, to open it in another browser. */
export function CopyLink({ words, link }: CopyLinkProps) {
  const { copied, byHand, copy } = useCopy();
  return (
    <>
      <Button data-call-main="" onClick={() => copy(link())}>
        <span aria-live="polite">{copied ? words.done : words.label}</span>
      </Button>
      {byHand && words.byHand && <CopyByHand label={words.byHand} request={byHand} />}
    </>
  );
}
