import type { MouseEvent } from 'react';
import type { CallShellCopy } from '@/lib/content/call-copy';
import { Button } from '../ui/button';

interface StartControlsProps {
  copy: CallShellCopy;
  privacyHref: string;
  /** Looks and reads as disabled, but can be focused and pressed, so that no early press is lost. */
  disabled: boolean;
  /** The widget has not loaded yet: `markPresses` marks an early press. */
  waits?: boolean;
  onStart: () => void;
}

/** The way into a call, and what to know before it. */
export function StartControls({ copy, privacyHref, disabled, waits, onStart }: StartControlsProps) {
  const start = (event: MouseEvent) => {
    // The second click of a double click on End would call again at once.
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
        className="min-w-44"
      >
        {copy.start}
      </Button>
      <p className="max-w-md text-note text-muted">
        {copy.disclosure}{' '}
        <a href={privacyHref} className="text-accent underline underline-offset-4">
          {copy.privacyLink}
        </a>
      </p>
    </>
  );
}
