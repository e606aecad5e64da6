'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { cleanText, CONTACT_FIELDS, type ContactField } from '@/lib/contact/fields';
import { contactCopyEn as copy } from '@/lib/content/contact-en';
import { ContactForm } from './contact-form';
import { FormError } from './notices';
import type { Contact } from './use-contact';

const getField = (target: EventTarget | null) => (target as HTMLInputElement | null)?.name;

export function DialogForm({ contact }: { contact: Contact }) {
  const form = useRef<HTMLFormElement>(null);
  const errorBox = useRef<HTMLDivElement>(null);
  const { state } = contact;
  const { status, errors, hint } = state;
  const isSending = status === 'sending';

  useEffect(() => {
    if (status !== 'failed') return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    field?.focus({ preventScroll: errorBox.current !== null });
    errorBox.current?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' });
  }, [status]);

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
      error: errors[name],
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
      {status === 'failed' && state.message && (
        <FormError ref={errorBox} offerMail={state.offerMail}>
          {state.message}
        </FormError>
      )}
      <ContactForm
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          contact.send(event.currentTarget);
        }}
        onInput={(event) => contact.handleEdit(getField(event.target) as ContactField)}
        onFocus={({ target, relatedTarget, currentTarget }) => {
          // Not when Send takes the focus: what appears above it would move it during the press.
          if (getField(target) && getField(relatedTarget) === 'email')
            void contact.checkEmail(currentTarget);
        }}
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
    const update = () => setLength(cleanText(area.value).length);
    // A form empties its fields after its reset event.
    const updateAfterReset = () => queueMicrotask(update);
    // The text may be from before hydration.
    update();
    const unmounted = new AbortController();
    const { signal } = unmounted;
    // `change`: the page's script has filled it in.
    for (const type of ['input', 'change']) area.addEventListener(type, update, { signal });
    area.form?.addEventListener('reset', updateAfterReset, { signal });
    return () => unmounted.abort();
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
