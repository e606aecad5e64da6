'use client';

import { useRef, useState } from 'react';
import { type ContactResponse, isOurFault } from '@/lib/api';
import {
  type ContactField,
  type ContactFieldErrors,
  HONEYPOT_FIELD,
  readInput,
} from '@/lib/contact/fields';
import { type FailedRequest, Submission } from '@/lib/contact/submit';
import { errorsEn } from '@/lib/content/contact-en';

interface FieldState {
  errors: ContactFieldErrors;
  /** The address that was probably meant. */
  hint: string | null;
}

/** While it is sending, nothing can be edited, sent again or closed. */
type FormState = FieldState &
  (
    | { status: 'editing' | 'sending' }
    | { status: 'failed'; message: string | null; offerMail: boolean }
  );

const untouchedForm: FormState = { status: 'editing', errors: {}, hint: null };

const readForm = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return { data, input: readInput((name) => data.get(name)) };
};

const readMetadata = (data: FormData) => ({
  fill_ms: Math.round(performance.now() - (window.contactOpenedAt ?? 0)),
  [HONEYPOT_FIELD]: String(data.get(HONEYPOT_FIELD) ?? ''),
  // The page's inline script adds it.
  source: String(data.get('source') ?? ''),
});

/** An open dialog would suppress what is announced outside of it. */
async function waitUntilNoDialog(): Promise<void> {
  const find = () => document.querySelector('dialog[open]');
  for (let dialog = find(); dialog; dialog = find())
    await new Promise((resolve) => dialog?.addEventListener('close', resolve, { once: true }));
}

export type Contact = ReturnType<typeof useContact>;

/** The state of the contact form, and the handlers of its events (docs/behaviour.md, section 4). */
export function useContact() {
  const [state, setState] = useState(untouchedForm);
  const [success, setSuccess] = useState<ContactResponse | null>(null);
  // Of a request whose dialog was closed before it arrived. Both may be shown at once.
  const [lateSuccess, setLateSuccess] = useState<ContactResponse | null>(null);
  // Not aborted when the form leaves the page, so that its retries continue.
  const last = useRef<Submission>(null);

  const send = (form: HTMLFormElement) => {
    if (last.current?.phase === 'sending') return;
    window.sendCount?.('form_sent');
    const { data, input } = readForm(form);
    const sent = new Submission(input, last.current);
    last.current = sent;
    setState(({ hint }) => ({ status: 'sending', errors: {}, hint }));
    void sent.send(readMetadata(data), (result) => {
      if (result.ok) void showSuccess(result, sent);
      else showFailure(result);
    });
  };

  const showFailure = ({ error, message, fields: errors = {} }: FailedRequest) => {
    // A general message would only repeat the errors at the fields.
    const isRepeated = Object.keys(errors).length > 0 && message === errorsEn.invalid;
    const failure = { message: isRepeated ? null : message, offerMail: isOurFault(error) };
    setState(({ hint }) => ({ status: 'failed', errors, hint, ...failure }));
  };

  const showSuccess = async (result: ContactResponse, sent: Submission) => {
    window.sendCount?.('request_stored');
    if (last.current === sent) last.current = null;
    if (sent.phase === 'left') {
      await waitUntilNoDialog();
      return setLateSuccess(result);
    }
    setState(untouchedForm);
    setSuccess(result);
  };

  const handleEdit = (field: ContactField) => {
    window.sendCount?.('form_typed');
    last.current?.cancelLate();
    setState((current) => {
      const hint = field === 'email' ? null : current.hint;
      if (!current.errors[field] && hint === current.hint) return current;
      return { ...current, errors: { ...current.errors, [field]: '' }, hint };
    });
  };

  /** Tells of a mistyped address before it is sent. */
  const checkEmail = async (form: HTMLFormElement) => {
    const { input } = readForm(form);
    const schema = await import('@/lib/contact/schema').catch(() => null);
    // It may have been sent, edited or emptied meanwhile.
    const isOutdated =
      last.current?.phase === 'sending' || readForm(form).input.email !== input.email;
    if (!schema || isOutdated || input.email === '') return;
    const { error = '', hint } = schema.checkField('email', input);
    setState((current) => ({ ...current, errors: { ...current.errors, email: error }, hint }));
  };

  const handleClose = () => {
    if (last.current) last.current.phase = 'left';
    setState(untouchedForm);
  };

  return {
    state,
    success,
    lateSuccess,
    send,
    handleEdit,
    checkEmail,
    handleClose,
    dismissSuccess: () => setSuccess(null),
    dismissLateSuccess: () => setLateSuccess(null),
  };
}
