'use client';

import { useRef, useState } from 'react';
import { type ContactField, mapFields } from '@/lib/contact/fields';
import { createIdempotencyKey, submitContact } from '@/lib/contact/submit';
import { HONEYPOT_FIELD } from '@/lib/contact/form-metadata';
import { countEvent } from '@/lib/analytics/count';
import { type ContactEvent, initialState, reduceContact } from './contact-state';

/** The dialog is locked for this long while it sends; retries continue in the background. */
const MAX_LOCK_MS = 10_000;

const readText = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');

const readInput = (data: FormData) => mapFields((name) => readText(data.get(name)));

interface LastRequest {
  contents: string;
  /** The idempotency key. */
  key: string;
  /** Stops the retries. */
  controller: AbortController;
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
  // Not aborted when the form leaves the page, so that its retries continue.
  const lastRequest = useRef<LastRequest>(null);

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
    const last = lastRequest.current;
    last?.controller.abort();
    // Unchanged contents are the same request and keep their key.
    const key = last?.contents === contents ? last.key : createIdempotencyKey();
    const controller = new AbortController();
    lastRequest.current = { contents, key, controller };
    dispatch({ type: 'sent' });
    const lockTimer = setTimeout(() => dispatch({ type: 'timed-out' }), MAX_LOCK_MS);
    const filledForm = {
      idempotencyKey: key,
      fillMs: performance.now() - (window.contactOpenedAt ?? 0),
      honeypot: readText(data.get(HONEYPOT_FIELD)),
      // The page's inline script adds it.
      source: readText(data.get('source')),
    };
    const result = await submitContact(input, filledForm, controller.signal);
    clearTimeout(lockTimer);
    if (controller.signal.aborted) return;
    if (!result.ok) return dispatch({ type: 'failed', result });
    countEvent('request_stored');
    edited.current.clear();
    lastRequest.current = null;
    const isDialogOpen = form.closest('dialog[open]') !== null;
    dispatch({ type: 'stored', request: result, isDialogOpen });
  };

  const handleEdit = (field: ContactField) => {
    countEvent('form_typed');
    edited.current.add(field);
    // A success of the previous request would discard the new input.
    if (latest.current.sending === 'retrying') lastRequest.current?.controller.abort();
    dispatch({ type: 'edited', field });
  };

  const handleFieldBlur = async (field: ContactField, form: HTMLFormElement) => {
    const input = readInput(new FormData(form));
    // Closing the form empties it and forgets what was edited. What was typed before React ran is
    // not known as edited.
    const isCheckable = () => !isLocked() && (input[field] || edited.current.has(field));
    if (!isCheckable()) return;
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

  return { state, dispatch, send, handleEdit, handleFieldBlur, handleClose };
}
