'use client';

import { useEffect, useRef, type FocusEvent, type FormEvent, type SyntheticEvent } from 'react';
import { Button } from '@/components/ui/button';
import type { ContactField } from '@/lib/contact/schema';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import type { ContactState } from './contact-state';
import { EmailField, FormError, HoneypotField, ServiceField } from './form-fields';
import { MessageField } from './message-field';

interface ContactFormProps {
  mail: string;
  state: ContactState;
  onSend: (form: HTMLFormElement) => void;
  onEdit: (field: ContactField) => void;
  onFieldBlur: (field: ContactField, form: HTMLFormElement) => void;
}

/** Returns the field of an event; the button has none. */
const getField = ({ target }: SyntheticEvent) =>
  (target as HTMLInputElement).name as ContactField | '';

/** The dialog's form. Its fields are uncontrolled, so that text from before hydration stays. */
export function ContactForm({ mail, state, onSend, onEdit, onFieldBlur }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const errorBox = useRef<HTMLDivElement>(null);
  const { sending, fields, hint, failure } = state;
  const isSending = sending === 'locked';

  useEffect(() => {
    if (!failure) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    field?.focus({ preventScroll: errorBox.current !== null });
    errorBox.current?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' });
  }, [failure]);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSend(event.currentTarget);
  };
  const handleEdit = (event: FormEvent<HTMLFormElement>) => {
    const field = getField(event);
    if (field) onEdit(field);
  };
  const handleBlur = (event: FocusEvent<HTMLFormElement>) => {
    const field = getField(event);
    if (field) onFieldBlur(field, event.currentTarget);
  };
  const acceptHint = () => {
    const field = form.current?.querySelector<HTMLInputElement>('[name="email"]');
    if (!field || !hint) return;
    field.value = hint;
    field.focus();
    onEdit('email');
  };

  return (
    <>
      {failure?.message && (
        <FormError ref={errorBox} mail={failure.offerMail ? mail : undefined}>
          {failure.message}
        </FormError>
      )}
      <form
        ref={form}
        method="post"
        action="/api/contact"
        noValidate
        onSubmit={send}
        onInput={handleEdit}
        onBlur={handleBlur}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        <ServiceField
          id="contact-service"
          error={fields.service_type}
          defaultValue=""
          // A select has no `readOnly`.
          disabled={isSending}
        />
        <EmailField id="contact-email" error={fields.email} readOnly={isSending}>
          <p role="status" className="text-note">
            {hint && (
              <button type="button" onClick={acceptHint} className="btn link text-left">
                {copy.email.hint.replace('{email}', hint)}
              </button>
            )}
          </p>
        </EmailField>
        <MessageField id="contact-message" error={fields.message} readOnly={isSending} />
        <HoneypotField />
        <Button type="submit" aria-disabled={isSending || undefined}>
          {isSending ? copy.submitting : copy.submit}
        </Button>
      </form>
    </>
  );
}
