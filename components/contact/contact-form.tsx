'use client';

import { useEffect, useRef, type ComponentProps, type FocusEvent, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { getErrorAttributes, Field } from '@/components/ui/field';
import type { ContactField } from '@/lib/contact/schema';
import type { contactCopyEn } from '@/lib/content/contact-en';
import { FormError } from './form-error';
import { MessageField } from './message-field';
import { HoneypotField } from './honeypot-field';
import type { ContactState } from './use-contact';

type ContactFormCopy = Pick<
  typeof contactCopyEn,
  'service' | 'email' | 'submit' | 'submitting' | 'errorSummary' | 'orWrite'
> & { message: ComponentProps<typeof MessageField>['copy'] };

interface ContactFormProps {
  copy: ContactFormCopy;
  messageMax: number;
  mail: string;
  state: ContactState;
  onSend: (form: HTMLFormElement) => void;
  onEdit: (field: ContactField) => void;
  onFieldBlur: (field: ContactField, form: HTMLFormElement) => void;
}

/** The dialog's form. Its fields are uncontrolled, so that text from before hydration stays. */
export function ContactForm({
  copy,
  messageMax,
  mail,
  state,
  onSend,
  onEdit,
  onFieldBlur,
}: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const errorBox = useRef<HTMLDivElement>(null);
  const { isSending, fields, hint, failure } = state;
  const failedAttempt = failure?.attempt;

  useEffect(() => {
    if (!failedAttempt) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    field?.focus({ preventScroll: errorBox.current !== null });
    errorBox.current?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' });
  }, [failedAttempt]);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSend(event.currentTarget);
  };
  const handleEdit = (event: FormEvent<HTMLFormElement>) =>
    onEdit((event.target as HTMLInputElement).name as ContactField);
  const handleBlur = (event: FocusEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLElement as HTMLInputElement;
    if (name) onFieldBlur(name as ContactField, event.currentTarget);
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
        <FormError
          ref={errorBox}
          title={copy.errorSummary}
          mail={failure.offerMail ? mail : undefined}
          mailLabel={copy.orWrite}
        >
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
        <Field id="contact-service" label={copy.service.label} error={fields.service_type}>
          <select
            id="contact-service"
            name="service_type"
            defaultValue=""
            required
            // A select has no `readOnly`.
            disabled={isSending}
            className="control"
            {...getErrorAttributes('contact-service', fields.service_type)}
          >
            <option value="">{copy.service.placeholder}</option>
            {Object.entries(copy.service.options).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field id="contact-email" label={copy.email.label} error={fields.email}>
          <input
            id="contact-email"
            name="email"
            type="email"
            autoComplete="email"
            required
            readOnly={isSending}
            placeholder={copy.email.placeholder}
            className="control"
            {...getErrorAttributes('contact-email', fields.email)}
          />
          <p role="status" className="text-note">
            {hint && (
              <button type="button" onClick={acceptHint} className="btn link text-left">
                {copy.email.hint.replace('{email}', hint)}
              </button>
            )}
          </p>
        </Field>
        <MessageField
          id="contact-message"
          copy={copy.message}
          limit={messageMax}
          error={fields.message}
          readOnly={isSending}
        />
        <HoneypotField />
        <Button type="submit" aria-disabled={isSending || undefined}>
          {isSending ? copy.submitting : copy.submit}
        </Button>
      </form>
    </>
  );
}
