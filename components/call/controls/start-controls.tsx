'use client';

import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { TextWithLink } from '@/components/ui/text';
import { useCallContext } from '@/components/call/call-context';

interface StartControlsProps {
  /** Sets `aria-disabled` only, because an early press is remembered. */
  disabled: boolean;
}

export function StartControls({ disabled }: StartControlsProps) {
  const { copy, session } = useCallContext();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // `CallSession` has taken the press over.
    button.current?.removeAttribute('data-pressed');
  }, []);
  return (
    <>
      <Button
        ref={button}
        data-call-main=""
        aria-disabled={disabled || undefined}
        // `keepPresses` may have marked it.
        suppressHydrationWarning
        onClick={() => session.start()}
      >
        <Icon name="phone" />
        <span>{copy.start}</span>
      </Button>
      <p className="text-center text-note [line-height:1.375] text-muted">
        <TextWithLink before={copy.disclosure} link={copy.privacyLink} href={copy.privacyHref} />
      </p>
    </>
  );
}
