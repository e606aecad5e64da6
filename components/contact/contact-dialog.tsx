'use client';

import { useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { contactCopyEn } from '@/lib/content/contact-en';
import { ContactForm } from './contact-form';
import { LateSuccess } from './late-success';
import { CONTACT_DIALOG_ID } from './open-contact-button';
import { SuccessDialog } from './success-dialog';
import { type SentRequest, useContact } from './use-contact';

interface ContactDialogProps {
  copy: Pick<typeof contactCopyEn, 'title' | 'intro' | 'close'> &
    ComponentProps<typeof ContactForm>['copy'] & {
      success: ComponentProps<typeof SuccessDialog>['copy'];
    };
  messageMax: number;
  mail: string;
  children: ReactNode;
  successNotes: ReactNode;
}

/** The contact dialog and its success messages (docs/behaviour.md, sections 2 and 4). */
export function ContactDialog({
  copy,
  messageMax,
  mail,
  children,
  successNotes,
}: ContactDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [sentRequest, setSentRequest] = useState<SentRequest | null>(null);
  const lateService = useRef<string | null>(null);
  const [shownLateService, setShownLateService] = useState<string | null>(null);
  // An open dialog would suppress the announcement of a late success, so it waits.
  const showLateServiceWhenClosed = (service: string | null) => {
    lateService.current = service;
    if (!dialog.current?.open) setShownLateService(service);
  };
  const contact = useContact((request, isLate) => {
    if (isLate) return showLateServiceWhenClosed(request.serviceType);
    dialog.current?.close();
    setSentRequest(request);
  });
  const { isSending } = contact.state;

  const handleClose = () => {
    contact.reset();
    showLateServiceWhenClosed(lateService.current);
    if (!document.querySelector('dialog[open]')) restoreFocus();
  };

  return (
    <>
      <dialog
        ref={dialog}
        id={CONTACT_DIALOG_ID}
        aria-labelledby="contact-title"
        // A click on the backdrop does not close the dialog, so that no typed text is lost.
        closedby={isSending ? 'none' : 'closerequest'}
        onCancel={(event) => isSending && event.preventDefault()}
        onClose={handleClose}
        className="dialog dialog-form glow"
      >
        <h2 id="contact-title" className="pr-12 text-dialog">
          {copy.title}
        </h2>
        <p className="mt-1.5 mb-6 text-muted">{copy.intro}</p>
        <ContactForm
          copy={copy}
          messageMax={messageMax}
          mail={mail}
          state={contact.state}
          onSend={contact.send}
          onEdit={contact.handleEdit}
          onFieldBlur={contact.handleFieldBlur}
        />
        {children}
        {/* Last, so that opening the dialog focuses the first field. */}
        <Button
          variant="icon"
          command="close"
          commandfor={CONTACT_DIALOG_ID}
          aria-label={copy.close}
          disabled={isSending}
          className="absolute top-4 right-4 sm:top-6 sm:right-6"
        >
          <Icon name="close" />
        </Button>
      </dialog>
      <SuccessDialog
        copy={copy.success}
        service={sentRequest?.serviceType ?? null}
        bookingUrl={sentRequest?.bookingUrl}
        onClosed={() => {
          setSentRequest(null);
          restoreFocus();
        }}
      >
        {successNotes}
      </SuccessDialog>
      <LateSuccess
        copy={copy.success}
        service={shownLateService}
        onClose={() => showLateServiceWhenClosed(null)}
      />
    </>
  );
}

/** Focuses the menu's button if a closed dialog was opened from the menu, which is hidden now. */
export function restoreFocus(): void {
  const { activeElement, body } = document;
  // A closed dialog loses the focus with the next frame.
  if (activeElement === body || activeElement?.closest('dialog:not([open])'))
    document.querySelector<HTMLElement>('[popovertarget]')?.focus();
}
