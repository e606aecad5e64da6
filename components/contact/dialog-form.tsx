'use client';

import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from 'react';
import { Button } from '@/components/ui/button';
import {
  cleanText,
  CONTACT_FIELD_NAMES,
  CONTACT_FIELDS,
  type ContactField,
} from '@/lib/contact/fields';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import { ContactForm } from './contact-form';
import { FormError } from './notices';
import type { Contact } from './use-contact';

interface DialogFormProps {
  contact: Pick<Contact, 'state' | 'send' | 'handleEdit' | 'handleFieldBlur'>;
}

const getField = (event: SyntheticEvent) => (event.target as HTMLInputElement).name as ContactField;

export function DialogForm({ contact }: DialogFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const errorBox = useRef<HTMLDivElement>(null);
  const { isSending, fields, hint, failure } = contact.state;

  useEffect(() => {
    if (!failure) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    field?.focus({ preventScroll: errorBox.current !== null });
    errorBox.current?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' });
  }, [failure]);

  const checkEarlyFields = useEffectEvent(() => {
    const { current } = form;
    if (!current?.closest('[open]')) return;
    for (const field of CONTACT_FIELD_NAMES)
      if (current.elements.namedItem(field) !== document.activeElement)
        void contact.handleFieldBlur(field, current);
  });
  // Fields may have been filled in and left before React ran.
  useEffect(() => checkEarlyFields(), []);

  const acceptHint = () => {
    const field = form.current?.querySelector<HTMLInputElement>('[name="email"]');
    if (!field || !hint) return;
    field.value = hint;
    field.focus();
    contact.handleEdit('email');
  };

  const getFieldProps = (name: ContactField) => {
    const id = `contact-${name}`;
    const field = CONTACT_FIELDS[name];
    return {
      id,
      error: fields[name],
      isLocked: isSending,
      counter: field.control === 'textarea' && (
        <CharacterCounter controlId={id} limit={field.limit} />
      ),
      children: name === 'email' && (
        <p role="status" className="text-note">
          {hint && !isSending && (
            <button type="button" onClick={acceptHint} className="btn link text-left">
              {copy.fields.email.hint.replace('{email}', () => hint)}
            </button>
          )}
        </p>
      ),
    };
  };

  return (
    <>
      {failure?.message && (
        <FormError ref={errorBox} offerMail={failure.offerMail}>
          {failure.message}
        </FormError>
      )}
      <ContactForm
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void contact.send(event.currentTarget);
        }}
        onInput={(event) => contact.handleEdit(getField(event))}
        onBlur={(event) => void contact.handleFieldBlur(getField(event), event.currentTarget)}
        getFieldProps={getFieldProps}
      >
        <Button type="submit" aria-disabled={isSending || undefined}>
          {isSending ? copy.submitting : copy.submit}
        </Button>
      </ContactForm>
    </>
  );
}

/** The counter is announced when fewer characters are left. */
const COUNTER_MARGIN = 50;

/** Counts what would be sent. A text over the limit is reported, never cut. */
function CharacterCounter({ controlId, limit }: { controlId: string; limit: number }) {
  const [length, setLength] = useState(0);
  useEffect(() => {
    const area = document.getElementById(controlId) as HTMLTextAreaElement;
    const { form } = area;
    const update = () => setLength(cleanText(area.value).length);
    // A form empties its fields after its reset event.
    const updateAfterReset = () => queueMicrotask(update);
    // The text may be from before hydration.
    update();
    area.addEventListener('input', update);
    form?.addEventListener('reset', updateAfterReset);
    return () => {
      area.removeEventListener('input', update);
      form?.removeEventListener('reset', updateAfterReset);
    };
  }, [controlId]);
  const counter = `${length}/${limit} ${copy.counter}`;
  const color = length > limit ? 'text-danger' : 'text-muted';
  return (
    <>
      <p id={`${controlId}-count`} className={`ml-auto pt-1.5 ${color}`}>
        {counter}
      </p>
      <span role="status" className="sr-only">
        {length > limit - COUNTER_MARGIN ? counter : ''}
      </span>
    </>
  );
}
