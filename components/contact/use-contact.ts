'use client';

import { useRef, useState } from 'react';
import { isOurFault } from '@/lib/api';
import {
  type ContactField,
  type ContactFieldErrors,
  HONEYPOT_FIELD,
  readInput,
} from '@/lib/contact/fields';
import {
  createIdempotencyKey,
  type FailedRequest,
  NETWORK_ERROR,
  submitContact,
  type SubmitResult,
} from '@/lib/contact/submit';
import { errorsEn } from '@/lib/content/contact-en';

/** The dialog is locked for this long while it sends; retries continue in the background. */
const MAX_LOCK_MS = 10_000;

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

type Success = Extract<SubmitResult, { ok: true }>;

interface SentForm {
  contents: string;
  idempotencyKey: string;
  controller: AbortController;
  /** `late`: can be edited, while retries go on; `left`: the dialog was closed, too. */
  phase: 'sending' | 'late' | 'left';
}

const readForm = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return { data, input: readInput((name) => data.get(name)) };
};

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
  const [success, setSuccess] = useState<Success | null>(null);
  // Of a request whose dialog was closed before it arrived. Both may be shown at once.
  const [lateSuccess, setLateSuccess] = useState<Success | null>(null);
  // Not aborted when the form leaves the page, so that its retries continue.
  const last = useRef<SentForm>(null);

  const send = async (form: HTMLFormElement) => {
    const previous = last.current;
    if (previous?.phase === 'sending') return;
    window.sendCount?.('form_sent');
    const { data, input } = readForm(form);
    const contents = JSON.stringify(input);
    const isSame = previous?.contents === contents;
    // A request whose form was closed is sent on, unless this is the same one.
    if (isSame || previous?.phase === 'late') previous?.controller.abort();
    const sent: SentForm = {
      contents,
      // Unchanged contents are the same request and keep their key.
      idempotencyKey: isSame ? previous.idempotencyKey : createIdempotencyKey(),
      controller: new AbortController(),
      phase: 'sending',
    };
    last.current = sent;
    setState(({ hint }) => ({ status: 'sending', errors: {}, hint }));
    const fail = ({ error, message, fields: errors = {} }: FailedRequest) => {
      if (sent.phase !== 'sending') return;
      sent.phase = 'late';
      // A general message would only repeat the errors at the fields.
      const isRepeated = Object.keys(errors).length > 0 && message === errorsEn.invalid;
      const failure = { message: isRepeated ? null : message, offerMail: isOurFault(error) };
      setState(({ hint }) => ({ status: 'failed', errors, hint, ...failure }));
    };
    const lockTimer = setTimeout(fail, MAX_LOCK_MS, NETWORK_ERROR);
    const metadata = {
      idempotency_key: sent.idempotencyKey,
      fill_ms: Math.round(performance.now() - (window.contactOpenedAt ?? 0)),
      [HONEYPOT_FIELD]: String(data.get(HONEYPOT_FIELD) ?? ''),
      // The page's inline script adds it.
      source: String(data.get('source') ?? ''),
    };
    const result = await submitContact(input, metadata, sent.controller.signal);
    clearTimeout(lockTimer);
    if (sent.controller.signal.aborted) return;
    if (!result.ok) return fail(result);
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
    // A success of the previous request would discard the new input, unless its form was closed.
    if (last.current?.phase === 'late') last.current.controller.abort();
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
