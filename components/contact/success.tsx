'use client';

import { useEffect, useRef, type SyntheticEvent } from 'react';
import { Button } from '@/components/ui/button';
import type { ContactResponse } from '@/lib/api';
import { contactCopyEn } from '@/lib/content/contact-en';
import { getServiceName } from '@/lib/content/services-en';
import { SuccessMessage } from './notices';

const copy = contactCopyEn.success;
const FADE_MS = 300;

interface SuccessDialogProps {
  /** Null keeps the dialog closed. */
  success: ContactResponse | null;
  onClosed: () => void;
}

/** The success message, which fades out unless the visitor prefers reduced motion. */
export function SuccessDialog({ success, onClosed }: SuccessDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  const bookingUrl = success?.booking_url;

  useEffect(() => {
    if (success && !dialog.current?.open) dialog.current?.showModal();
  }, [success]);

  const startClosing = (event: SyntheticEvent) => {
    event.preventDefault();
    const element = dialog.current!;
    element.dataset.closing = '';
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    setTimeout(() => element.close(), prefersReducedMotion ? 0 : FADE_MS);
  };
  const handleClose = () => {
    delete dialog.current?.dataset.closing;
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
      {success && (
        <>
          <SuccessMessage title="h2" service={success.service_type} hasAnswer={!bookingUrl} />
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

interface LateSuccessProps {
  success: ContactResponse | null;
  onClose: () => void;
}

/** The success message for a request whose dialog was closed before it arrived. */
export function LateSuccess({ success, onClose }: LateSuccessProps) {
  return (
    <div role="status" className={success ? 'late-success' : undefined}>
      {success && (
        <>
          <p className="text-note">
            {`${copy.title} ${copy.before}${getServiceName(success.service_type)}${copy.after}`}
          </p>
          <Button variant="nav" onClick={onClose} className="link">
            {copy.close}
          </Button>
        </>
      )}
    </div>
  );
}
