'use client';

import { useEffect, useRef, type SyntheticEvent } from 'react';
import { Button } from '@/components/ui/button';
import { contactCopyEn } from '@/lib/content/contact-en';
import { getServiceName } from '@/lib/content/services-en';
import { SuccessMessage } from './notices';

const copy = contactCopyEn.success;
const FADE_MS = 300;

interface SuccessDialogProps {
  /** The requested service; `null` keeps the dialog closed. */
  service: string | null;
  bookingUrl?: string | undefined;
  onClosed: () => void;
}

/** The success message, which fades out unless the visitor prefers reduced motion. */
export function SuccessDialog({ service, bookingUrl, onClosed }: SuccessDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (service !== null && !dialog.current?.open) dialog.current?.showModal();
  }, [service]);

  const startClosing = (event: SyntheticEvent) => {
    event.preventDefault();
    const element = dialog.current;
    if (!element || 'closing' in element.dataset) return;
    element.dataset.closing = '';
    // Chromium lets a page cancel only the first press on Esc.
    element.setAttribute('closedby', 'none');
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    setTimeout(() => element.close(), prefersReducedMotion ? 0 : FADE_MS);
  };
  const handleClose = () => {
    delete dialog.current?.dataset.closing;
    dialog.current?.removeAttribute('closedby');
    onClosed();
  };

  return (
    <dialog
      ref={dialog}
      id="success-dialog"
      aria-labelledby="success-title"
      aria-describedby="success-text"
      onCancel={startClosing}
      onClose={handleClose}
      className="dialog glow"
    >
      {service !== null && (
        <>
          <SuccessMessage title="h2" service={service} hasAnswer={!bookingUrl} />
          <div className="mt-8 grid gap-3">
            {bookingUrl && <Button href={bookingUrl}>{copy.pickTime}</Button>}
            <Button variant={bookingUrl ? 'quiet' : 'primary'} onClick={startClosing}>
              {copy.close}
            </Button>
            {!bookingUrl && (
              <a
                href="#phone-caller"
                data-to-call=""
                onClick={() => dialog.current?.close()}
                className="btn link justify-self-center"
              >
                {copy.tryCall}
              </a>
            )}
          </div>
        </>
      )}
    </dialog>
  );
}

/** The success message for a request whose dialog was closed before it arrived. */
export function LateSuccess(props: { service: string | null; onClose: () => void }) {
  const { service, onClose } = props;
  const received = `${copy.before}${getServiceName(service ?? '')}${copy.after}`;
  return (
    <div role="status" className={service ? 'late-success' : undefined}>
      {service && (
        <>
          <p className="text-note">{`${copy.title} ${received}`}</p>
          <Button variant="nav" onClick={onClose} className="link">
            {copy.close}
          </Button>
        </>
      )}
    </div>
  );
}
