'use client';

import { useLayoutEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import { DialogForm } from './dialog-form';
import { ContactNotes } from './notices';
import { CONTACT_DIALOG_ID } from './open-contact-button';
import { LateSuccess, SuccessDialog } from './success';
import { useContact } from './use-contact';

/** The contact dialog and its success messages (docs/behaviour.md, sections 2 and 4). */
export function ContactDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const contact = useContact();
  const { success } = contact;
  const isSending = contact.state.status === 'sending';
  const isSent = success !== null;

  // A layout effect, because the success dialog opens in an effect.
  useLayoutEffect(() => {
    if (isSent) dialog.current?.close();
  }, [isSent]);

  const handleClose = () => {
    contact.handleClose();
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
        // Chromium before 134 lets a page cancel only the first press on Esc.
        onKeyDown={(event) => isSending && event.key === 'Escape' && event.preventDefault()}
        onClose={handleClose}
        className="dialog dialog-form glow"
      >
        <h2 id="contact-title" className="pr-12 text-dialog">
          {copy.title}
        </h2>
        <p className="mt-1.5 mb-6 text-muted">{copy.intro}</p>
        <DialogForm contact={contact} />
        <ContactNotes newTab={copy.newTab} />
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
        success={success}
        onClosed={() => {
          contact.dismissSuccess();
          restoreFocus();
        }}
      />
      <LateSuccess success={contact.lateSuccess} onClose={contact.dismissLateSuccess} />
    </>
  );
}

/** Focuses the menu's button if a closed dialog was opened from the menu, which is hidden now. */
function restoreFocus(): void {
  const { activeElement, body } = document;
  // A closed dialog loses the focus with the next frame.
  if (activeElement === body || activeElement?.closest('dialog:not([open])'))
    document.querySelector<HTMLElement>('[popovertarget]')?.focus({ preventScroll: true });
}
