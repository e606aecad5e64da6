'use client';

import { useEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ContactField, ContactInput } from '@/lib/contact/schema';
import { createIdempotencyKey, submitContact } from '@/lib/contact/submit';
import { HONEYPOT_FIELD } from '@/lib/contact/form-metadata';
import { countEvent } from '@/lib/analytics/count';
import { initialState, reduceContact } from './contact-state';

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

/** Sends requests (docs/behaviour.md, section 4). */
export function useContact() {
  const [state, dispatch] = useReducer(reduceContact, initialState);
  const { sending, lastSubmission } = state;
  const currentController = sending.status === 'idle' ? null : sending.controller;
  const edited = useRef(new Set<ContactField>());
  useEffect(() => () => currentController?.abort(), [currentController]);

  const send = async (form: HTMLFormElement) => {
    if (sending.status === 'locked') return;
    countEvent('form_sent');
    const data = new FormData(form);
    const input = readInput(data);
    const contents = JSON.stringify(input);
    // Unchanged contents are the same request and keep their key.
    const submission =
      lastSubmission?.contents === contents
        ? lastSubmission
        : { contents, key: createIdempotencyKey() };
    const controller = new AbortController();
    // Locks at once: another submit may follow in the same task.
    flushSync(() => dispatch({ type: 'sent', controller, submission }));
    const lockTimer = setTimeout(() => dispatch({ type: 'timed-out' }), MAX_LOCK_MS);
    const filledForm = {
      idempotencyKey: submission.key,
      fillMs: performance.now() - (window.contactOpenedAt ?? 0),
      honeypot: readText(data.get(HONEYPOT_FIELD)),
    };
    const result = await submitContact(input, filledForm, controller.signal);
    clearTimeout(lockTimer);
    if (controller.signal.aborted) return;
    if (!result.ok) return dispatch({ type: 'failed', result });
    countEvent('request_stored');
    edited.current.clear();
    dispatch({ type: 'stored', request: result, isDialogOpen: form.closest('dialog')?.open });
  };

  const handleEdit = (field: ContactField) => {
    countEvent('form_typed');
    edited.current.add(field);
    dispatch({ type: 'edited', field });
  };

  const handleFieldBlur = async (field: ContactField, form: HTMLFormElement) => {
    if (!edited.current.has(field)) return;
    const input = readInput(new FormData(form));
    const schema = await import('@/lib/contact/schema').catch(() => null);
    // An error under the field moves Send, which would lose a press that has not ended.
    await waitForRelease(form);
    // Closing the form empties it and forgets what was edited.
    if (!schema || !edited.current.has(field)) return;
    if (readInput(new FormData(form))[field] !== input[field]) return;
    dispatch({ type: 'checked', field, ...schema.checkField(field, input) });
  };

  const handleClose = () => {
    edited.current.clear();
    dispatch({ type: 'closed' });
  };

  return { state, dispatch, send, handleEdit, handleFieldBlur, handleClose };
}
