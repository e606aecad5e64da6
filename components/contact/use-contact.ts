'use client';

import { useRef, useState } from 'react';
import { errorMessages, shouldOfferMail } from '@/lib/contact/messages';
import type { ContactField, ContactFieldErrors } from '@/lib/contact/schema';
import {
  type ContactInput,
  NETWORK_ERROR,
  createIdempotencyKey,
  submitContact,
  type SubmitResult,
} from '@/lib/contact/submit';
import { HONEYPOT_FIELD } from '@/lib/contact/form-metadata';
import { countEvent } from '@/lib/analytics/count';
import { waitForRelease } from '@/components/ui/wait-for-release';

/** The dialog is locked for this long while it sends; retries continue in the background. */
const MAX_LOCK_MS = 10_000;

export interface ContactState {
  isSending: boolean;
  fields: ContactFieldErrors;
  hint: string | null;
  failure: {
    /** Counts failures, so that repeated errors move the focus again. */
    attempt: number;
    message: string | null;
    offerMail: boolean;
  } | null;
}

const initialState: ContactState = { isSending: false, fields: {}, hint: null, failure: null };

export type SentRequest = Extract<SubmitResult, { ok: true }>;

const readText = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

function readInput(data: FormData): ContactInput {
  return {
    service_type: readText(data.get('service_type')),
    email: readText(data.get('email')),
    message: readText(data.get('message')),
  };
}

/** Sends requests (docs/behaviour.md, section 4); `isLate` if the dialog was closed before. */
export function useContact(onSent: (sent: SentRequest, isLate: boolean) => void) {
  const [state, setState] = useState(initialState);
  const failureCount = useRef(0);
  const isSendingNow = useRef(false);
  /** Whether the dialog was closed, and perhaps opened again, after the last `send`. */
  const wasClosed = useRef(false);
  const retryController = useRef(new AbortController());
  const editedFields = useRef(new Set<ContactField>());
  const lastSubmission = useRef({ contents: '', key: '' });

  const showFailure = ({ error, message, fields }: Exclude<SubmitResult, SentRequest>) => {
    failureCount.current += 1;
    isSendingNow.current = false;
    // A general message would only repeat the errors at the fields.
    const areFieldsNamed = Object.keys(fields).length > 0 && message === errorMessages.invalid;
    setState({
      ...initialState,
      fields,
      failure: {
        attempt: failureCount.current,
        message: areFieldsNamed ? null : message,
        offerMail: shouldOfferMail(error),
      },
    });
  };

  const send = async (form: HTMLFormElement) => {
    if (isSendingNow.current) return;
    isSendingNow.current = true;
    wasClosed.current = false;
    retryController.current.abort();
    const { signal } = (retryController.current = new AbortController());
    countEvent('form_sent');
    const data = new FormData(form);
    setState({ ...initialState, isSending: true });
    const input = readInput(data);
    // Unchanged contents are the same request and keep their key.
    const contents = JSON.stringify(input);
    if (lastSubmission.current.contents !== contents)
      lastSubmission.current = { contents, key: createIdempotencyKey() };
    let isLocked = true;
    const unlockTimer = setTimeout(() => {
      isLocked = false;
      showFailure(NETWORK_ERROR);
    }, MAX_LOCK_MS);
    const filledForm = {
      idempotencyKey: lastSubmission.current.key,
      fillMs: performance.now() - (window.contactOpenedAt ?? 0),
      honeypot: readText(data.get(HONEYPOT_FIELD)),
    };
    const result = await submitContact(input, filledForm, signal);
    clearTimeout(unlockTimer);
    if (signal.aborted) return;
    if (!result.ok) {
      // If unlocked, the timer has already shown a network error.
      if (isLocked) showFailure(result);
      return;
    }
    isSendingNow.current = false;
    countEvent('request_stored');
    lastSubmission.current = { contents: '', key: '' };
    editedFields.current.clear();
    setState(initialState);
    onSent(result, wasClosed.current);
  };

  const handleEdit = (field: ContactField) => {
    countEvent('form_typed');
    editedFields.current.add(field);
    // A success of the previous request would discard the new input.
    if (!isSendingNow.current) retryController.current.abort();
    setState((previous) => {
      const hint = field === 'email' ? null : previous.hint;
      if (!previous.fields[field] && hint === previous.hint) return previous;
      return { ...previous, fields: { ...previous.fields, [field]: undefined }, hint };
    });
  };

  const handleFieldBlur = async (field: ContactField, form: HTMLFormElement) => {
    if (!editedFields.current.has(field) || isSendingNow.current) return;
    const input = readInput(new FormData(form));
    const checkModule = await import('@/lib/contact/check-field').catch(() => null);
    // An error under the field moves Send, which would lose a press that has not ended.
    await waitForRelease(form);
    // The form may have been closed, which empties it.
    if (!checkModule || isSendingNow.current || !editedFields.current.has(field)) return;
    if (readInput(new FormData(form))[field] !== input[field]) return;
    const { error, hint } = checkModule.checkField(field, input);
    setState((previous) => ({
      ...previous,
      fields: { ...previous.fields, [field]: error },
      hint: field === 'email' ? hint : previous.hint,
    }));
  };

  const reset = () => {
    wasClosed.current = true;
    editedFields.current.clear();
    setState((previous) => (previous.isSending ? previous : initialState));
  };

  return { state, send, handleEdit, handleFieldBlur, reset };
}
