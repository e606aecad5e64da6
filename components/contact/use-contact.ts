'use client';

import { useRef, useState } from 'react';
import { countEvent } from '@/lib/analytics/count';
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

interface FormState {
  /** Nothing can be edited, sent again or closed. */
  isSending: boolean;
  fields: ContactFieldErrors;
  /** The address that was probably meant. */
  hint: string | null;
  /** A new object for each failure, so that repeated errors move the focus again. */
  failure: { message: string | null; offerMail: boolean } | null;
}

const untouchedForm: FormState = { isSending: false, fields: {}, hint: null, failure: null };

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

function describeFailure({ error, message, fields = {} }: FailedRequest): FormState {
  // A general message would only repeat the errors at the fields.
  const areFieldsNamed = Object.keys(fields).length > 0 && message === errorsEn.invalid;
  const failure = { message: areFieldsNamed ? null : message, offerMail: isOurFault(error) };
  return { ...untouchedForm, fields, failure };
}

/** Waits for the end of a press: a button that moves during a press loses the click. */
async function waitForRelease(element: Element): Promise<void> {
  // Firefox tells `blur` before it sets `:active`. Polls, because after a tap `:active` lasts
  // longer than the touch and ends without an event.
  do await new Promise(requestAnimationFrame);
  while (element.matches(':active'));
}

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
  const edited = useRef(new Set<ContactField>());
  // Not aborted when the form leaves the page, so that its retries continue.
  const last = useRef<SentForm>(null);
  const isLocked = () => last.current?.phase === 'sending';

  const send = async (form: HTMLFormElement) => {
    if (isLocked()) return;
    countEvent('form_sent');
    const { data, input } = readForm(form);
    const contents = JSON.stringify(input);
    const isSame = last.current?.contents === contents;
    // A request whose form was closed is sent on, unless this is the same one.
    if (isSame || last.current?.phase === 'late') last.current?.controller.abort();
    const sent: SentForm = {
      contents,
      // Unchanged contents are the same request and keep their key.
      idempotencyKey: (isSame && last.current?.idempotencyKey) || createIdempotencyKey(),
      controller: new AbortController(),
      phase: 'sending',
    };
    last.current = sent;
    setState(({ hint }) => ({ ...untouchedForm, hint, isSending: true }));
    const fail = (result: FailedRequest) => {
      if (sent.phase !== 'sending') return;
      sent.phase = 'late';
      setState(({ hint }) => ({ ...describeFailure(result), hint }));
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
    countEvent('request_stored');
    if (last.current === sent) last.current = null;
    if (sent.phase === 'left') {
      await waitUntilNoDialog();
      return setLateSuccess(result);
    }
    edited.current.clear();
    setState(untouchedForm);
    setSuccess(result);
  };

  const handleEdit = (field: ContactField) => {
    countEvent('form_typed');
    edited.current.add(field);
    // A success of the previous request would discard the new input, unless its form was closed.
    if (last.current?.phase === 'late') last.current.controller.abort();
    setState((current) => {
      const hint = field === 'email' ? null : current.hint;
      if (!current.fields[field] && hint === current.hint) return current;
      return { ...current, fields: { ...current.fields, [field]: undefined }, hint };
    });
  };

  const handleFieldBlur = async (field: ContactField, form: HTMLFormElement) => {
    const { input } = readForm(form);
    // Closing the form empties it and forgets what was edited. What was typed before React ran is
    // not known as edited. The button is no field.
    const isCheckable = () => !isLocked() && (input[field] || edited.current.has(field));
    if (!isCheckable()) return;
    const schema = await import('@/lib/contact/schema').catch(() => null);
    // An error under the field moves Send, which would lose a press that has not ended.
    await waitForRelease(form);
    if (!schema || !isCheckable() || readForm(form).input[field] !== input[field]) return;
    const { error, hint } = schema.checkField(field, input);
    setState((current) => ({
      ...current,
      fields: { ...current.fields, [field]: error },
      hint: field === 'email' ? hint : current.hint,
    }));
  };

  const handleClose = () => {
    edited.current.clear();
    if (last.current) last.current.phase = 'left';
    setState(untouchedForm);
  };

  return {
    state,
    success,
    lateSuccess,
    send,
    handleEdit,
    handleFieldBlur,
    handleClose,
    dismissSuccess: () => setSuccess(null),
    dismissLateSuccess: () => setLateSuccess(null),
  };
}
