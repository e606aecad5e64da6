'use client';

import { useEffect, useRef, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { describedBy, Field } from '@/components/ui/field';
import type { ContactField } from '@/lib/contact/schema';
import type { contactCopy } from '@/lib/content/contact-en';
import { FormError } from './form-error';
import { MessageField } from './message-field';
import { HoneypotField } from './honeypot-field';
import type { ContactState } from './use-contact';

type Copy = Pick<
  typeof contactCopy,
  'service' | 'email' | 'message' | 'submit' | 'submitting' | 'errorSummary'
>;

interface ContactFormProps {
  copy: Copy;
  messageMax: number;
  mail: string;
  state: ContactState;
  onSend: (form: HTMLFormElement) => void;
  onEdit: (field: ContactField) => void;
}

/**
 * The contact form. Its fields are uncontrolled: what was typed before hydration survives, and without script the
 * browser posts them itself.
 */
export function ContactForm({ copy, messageMax, mail, state, onSend, onEdit }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const sending = state.status === 'sending';
  const attempt = state.status === 'failed' ? state.attempt : 0;
  const fields = state.status === 'failed' ? state.fields : {};

  useEffect(() => {
    if (attempt) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempt]);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSend(event.currentTarget);
  };
  const edit = (event: FormEvent<HTMLFormElement>) =>
    onEdit((event.target as HTMLInputElement).name as ContactField);

  return (
    <form
      ref={form}
      method="post"
      action="/api/contact"
      noValidate
      onSubmit={send}
      onInput={edit}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      {state.status === 'failed' && state.message && (
        <FormError title={copy.errorSummary} mail={state.offerMail ? mail : undefined}>
          {state.message}
        </FormError>
      )}
      <Field id="contact-service" label={copy.service.label} error={fields.service_type}>
        <select
          id="contact-service"
          name="service_type"
          defaultValue=""
          required
          className="control"
          {...describedBy('contact-service', fields.service_type)}
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
          placeholder={copy.email.placeholder}
          className="control"
          {...describedBy('contact-email', fields.email)}
        />
      </Field>
      <MessageField
        id="contact-message"
        copy={copy.message}
        limit={messageMax}
        error={fields.message}
      />
      <HoneypotField />
      <Button type="submit" aria-disabled={sending || undefined}>
        {sending ? copy.submitting : copy.submit}
      </Button>
    </form>
  );
}
