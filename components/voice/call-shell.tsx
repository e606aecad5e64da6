import type { MouseEvent, ReactNode } from 'react';
import type { CallShellCopy } from '@/lib/content/call-copy';
import { Button } from '../ui/button';
import { CallEmblem } from './call-emblem';

interface CallShellProps {
  copy: CallShellCopy;
  privacyHref: string;
  /** What the widget is doing, or ready for; null when it is neither. */
  status: string | null;
  /** Looks and reads as disabled, but can be focused and pressed, so that no early press is lost. */
  disabled: boolean;
  busy?: boolean;
  onStart: () => void;
  /** What went wrong, or what was said in the last call. */
  children?: ReactNode;
}

/** The widget between calls, the same before and after its code has loaded. */
export function CallShell({
  copy,
  privacyHref,
  status,
  disabled,
  busy = false,
  onStart,
  children,
}: CallShellProps) {
  const start = (event: MouseEvent) => {
    // The second click of a double click on End would call again at once.
    if (event.detail < 2) onStart();
  };
  return (
    <div className="grid w-full justify-items-center gap-5 text-center">
      <CallEmblem busy={busy} />
      {status !== null && <p className="text-title">{status}</p>}
      {children}
      <Button
        data-call-main=""
        aria-disabled={disabled || undefined}
        onClick={start}
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
    </div>
  );
}
