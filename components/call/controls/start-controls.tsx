import type { CallShellCopy } from '@/lib/content/call-copy';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { TextWithLink } from '@/components/ui/text-with-link';

interface StartControlsProps {
  copy: CallShellCopy;
  privacyHref: string;
  /** Sets `aria-disabled` only, because an early press is remembered. */
  disabled: boolean;
  /** Lets `markPresses` remember a press before the widget has hydrated. */
  awaitsHydration?: boolean;
  onStart: () => void;
}

/** The button Start, with the disclosure and the link to the privacy notice. */
export function StartControls({
  copy,
  privacyHref,
  disabled,
  awaitsHydration,
  onStart,
}: StartControlsProps) {
  return (
    <>
      <Button
        data-call-main=""
        aria-disabled={disabled || undefined}
        data-waits={awaitsHydration ? '' : undefined}
        onClick={onStart}
        // `markPresses` may have added an attribute.
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
