import type { MouseEvent } from 'react';
import type { CallShellCopy } from '@/lib/content/call-copy';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { TextWithLink } from '@/components/ui/text-with-link';

interface StartControlsProps {
  copy: CallShellCopy;
  privacyHref: string;
  /** Sets `aria-disabled` only: an early press is kept, not lost. */
  disabled: boolean;
  /** The widget has not loaded yet: `markPresses` marks an early press. */
  waits?: boolean;
  onStart: () => void;
}

/** Start, with the disclosure and the privacy notice. */
export function StartControls({ copy, privacyHref, disabled, waits, onStart }: StartControlsProps) {
  const start = (event: MouseEvent) => {
    // Ignores the second click of a double click on End.
    if (event.detail < 2) onStart();
  };
  return (
    <>
      <Button
        data-call-main=""
        aria-disabled={disabled || undefined}
        data-waits={waits ? '' : undefined}
        onClick={start}
        // `markPresses` may have marked it.
        suppressHydrationWarning
      >
        <Icon name="phone" />
        <span>{copy.start}</span>
      </Button>
      <p className="text-center text-note [line-height:1.375] text-muted">
        <TextWithLink before={copy.disclosure} link={copy.privacyLink} href={privacyHref} />
      </p>
    </>
  );
}
