'use client';

import { useRef, useState } from 'react';
import type { ContactField, ContactInput } from '@/lib/contact/schema';
import { createIdempotencyKey, submitContact } from '@/lib/contact/submit';
import { HONEYPOT_FIELD } from '@/lib/contact/form-metadata';
import { countEvent } from '@/lib/analytics/count';
import { type ContactEvent, initialState, reduceContact } from './contact-state';

/** The dialog is locked for this long while it sends; retries continue in the background. */
const MAX_LOCK_MS = 10_000;

const readText = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

function readInput(data: FormData): ContactInput {
  return {
    service_type: readText(data.get('service_type')),
    email: readText(data.get('email')),
    message: readText(data.get('message')),
  };
}

/** Waits for the end of a press: a button that moves during a press loses the click. */
async function waitForRelease(element: Element | null): Promise<void> {
  // Polls, because after a tap `:active` lasts longer than the touch and ends without an event.
  while (element?.matches(':active')) await new Promise(requestAnimationFrame);
}

/** The state of the contact form, and the handlers of its events (docs/behaviour.md, section 4). */
export function useContact() {
  const [state, setState] = useState(initialState);
  // Events may follow each other before React renders.
  const latest = useRef(initialState);
  const edited = useRef(new Set<ContactField>());
  // Not aborted when the form leaves the page, so that a request's retries continue.
  const attempt = useRef<AbortController>(null);

  const dispatch = (event: ContactEvent) => {
    latest.current = reduceContact(latest.current, event);
    setState(latest.current);
  };
  const isLocked = () => latest.current.sending === 'locked';

  const send = async (form: HTMLFormElement) => {
    if (isLocked()) return;
    countEvent('form_sent');
    const data = new FormData(form);
    const input = readInput(data);
    const contents = JSON.stringify(input);
    const { lastSubmission } = latest.current;
    // Unchanged contents are the same request and keep their key.
    const submission =
      lastSubmission?.contents === contents
        ? lastSubmission
        : { contents, key: createIdempotencyKey() };
    attempt.current?.abort();
    const { signal } = (attempt.current = new AbortController());
    dispatch({ type: 'sent', submission });
    const lockTimer = setTimeout(() => dispatch({ type: 'timed-out' }), MAX_LOCK_MS);
    const filledForm = {
      idempotencyKey: submission.key,
      fillMs: performance.now() - (window.contactOpenedAt ?? 0),
      honeypot: readText(data.get(HONEYPOT_FIELD)),
    };
    const result = await submitContact(input, filledForm, signal);
    clearTimeout(lockTimer);
    if (signal.aborted) return;
    if (!result.ok) return dispatch({ type: 'failed', result });
    countEvent('request_stored');
    edited.current.clear();
    dispatch({
      type: 'stored',
      request: result,
      isDialogOpen: form.closest('dialog[open]') !== null,
    });
  };

  const handleEdit = (field: ContactField) => {
    countEvent('form_typed');
    edited.current.add(field);
    // A success of the previous request would discard the new input.
    if (latest.current.sending === 'retrying') attempt.current?.abort();
    dispatch({ type: 'edited', field });
  };

  const handleFieldBlur = async (field: ContactField, form: HTMLFormElement) => {
    // Closing the form empties it and forgets what was edited.
    const isCheckable = () => edited.current.has(field) && !isLocked();
    if (!isCheckable()) return;
    const input = readInput(new FormData(form));
    const schema = await import('@/lib/contact/schema').catch(() => null);
    // An error under the field moves Send, which would lose a press that has not ended.
    await waitForRelease(form);
    if (!schema || !isCheckable()) return;
    if (readInput(new FormData(form))[field] !== input[field]) return;
    dispatch({ type: 'checked', field, ...schema.checkField(field, input) });
  };

  const handleClose = () => {
    edited.current.clear();
    dispatch({ type: 'closed' });
  };

  const dismiss = (success: 'sentRequest' | 'lateService') =>
    dispatch({ type: 'dismissed', success });

  return { state, send, handleEdit, handleFieldBlur, handleClose, dismiss };
}
