'use client';

import { useRef, useState } from 'react';
import { errorMessages, offersMail } from '@/lib/contact/messages';
import type { ContactField, ContactFieldErrors } from '@/lib/contact/schema';
import {
  type ContactInput,
  networkError,
  newKey,
  submitContact,
  type SubmitResult,
} from '@/lib/contact/submit';
import { HONEYPOT_FIELD } from '@/lib/contact/form-facts';
import { count } from '@/lib/analytics/count';
import { untilReleased } from '@/components/ui/until-released';

/** The dialog is locked for this long while it sends; retries continue in the background. */
const HOLD_MS = 10_000;

export interface ContactState {
  sending: boolean;
  fields: ContactFieldErrors;
  /** The address that was probably meant. */
  hint: string | null;
  /** Why the request was not sent, or not yet. */
  failure: {
    /** Counts failures, so that the same errors twice move the focus twice. */
    attempt: number;
    message: string | null;
    offerMail: boolean;
  } | null;
}

const untouched: ContactState = { sending: false, fields: {}, hint: null, failure: null };

export type SentRequest = Extract<SubmitResult, { ok: true }>;

const text = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

function read(data: FormData): ContactInput {
  return {
    service_type: text(data.get('service_type')),
    email: text(data.get('email')),
    message: text(data.get('message')),
  };
}

/**
 * The states of a contact request in the browser (docs/behaviour.md, section 4).
 * `onSent` receives the stored request, and whether the dialog was closed before it was stored.
 * A second `send` while one is running is ignored.
 */
export function useContact(onSent: (sent: SentRequest, late: boolean) => void) {
  const [state, setState] = useState(untouched);
  const attempts = useRef(0);
  const sending = useRef(false);
  /** Whether the dialog was closed, and perhaps opened again, after the last `send`. */
  const closed = useRef(false);
  /** Aborts the background retries. */
  const trying = useRef(new AbortController());
  const edited = useRef(new Set<ContactField>());
  const filled = useRef({ contents: '', key: '' });

  const fail = ({ error, message, fields }: Exclude<SubmitResult, SentRequest>) => {
    attempts.current += 1;
    sending.current = false;
    // The fields say what is wrong with them; the box says everything else.
    const named = Object.keys(fields).length > 0 && message === errorMessages.invalid;
    setState({
      ...untouched,
      fields,
      failure: {
        attempt: attempts.current,
        message: named ? null : message,
        offerMail: offersMail(error),
      },
    });
  };

  const send = async (form: HTMLFormElement) => {
    if (sending.current) return;
    sending.current = true;
    closed.current = false;
    trying.current.abort();
    const over = (trying.current = new AbortController()).signal;
    count('form_sent');
    const data = new FormData(form);
    setState({ ...untouched, sending: true });
    const input = read(data);
    // Unchanged contents are the same request and keep their key.
    const contents = JSON.stringify(input);
    if (filled.current.contents !== contents) filled.current = { contents, key: newKey() };
    let held = true;
    const release = setTimeout(() => {
      held = false;
      fail(networkError);
    }, HOLD_MS);
    const facts = {
      key: filled.current.key,
      ms: performance.now() - (window.contactOpenedAt ?? 0),
      honeypot: text(data.get(HONEYPOT_FIELD)),
    };
    const result = await submitContact(input, facts, over);
    clearTimeout(release);
    if (over.aborted) return;
    if (!result.ok) {
      // After the release it has been said already.
      if (held) fail(result);
      return;
    }
    sending.current = false;
    count('request_stored');
    filled.current = { contents: '', key: '' };
    edited.current.clear();
    setState(untouched);
    onSent(result, closed.current);
  };

  const edit = (field: ContactField) => {
    count('form_typed');
    edited.current.add(field);
    // What is typed now is another request: the one before would take it away when it succeeds.
    if (!sending.current) trying.current.abort();
    setState((now) => {
      const hint = field === 'email' ? null : now.hint;
      if (!now.fields[field] && hint === now.hint) return now;
      return { ...now, fields: { ...now.fields, [field]: undefined }, hint };
    });
  };

  /** Checks a field that was filled in and left. The check is fetched with its first use. */
  const leave = async (field: ContactField, form: HTMLFormElement) => {
    if (!edited.current.has(field) || sending.current) return;
    const input = read(new FormData(form));
    const check = await import('@/lib/contact/check-field').catch(() => null);
    // What is said under a field moves Send: the press on it that left the field would miss it.
    await untilReleased(form);
    if (!check || sending.current || read(new FormData(form))[field] !== input[field]) return;
    const { error, hint } = check.checkField(field, input);
    setState((now) => ({
      ...now,
      fields: { ...now.fields, [field]: error },
      hint: field === 'email' ? hint : now.hint,
    }));
  };

  const reset = () => {
    closed.current = true;
    edited.current.clear();
    setState((now) => (now.sending ? now : untouched));
  };

  return { state, send, edit, leave, reset };
}
