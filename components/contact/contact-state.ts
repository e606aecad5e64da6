import { errorMessages, shouldOfferMail } from '@/lib/contact/messages';
import type { ContactField, ContactFieldErrors } from '@/lib/contact/schema';
import { NETWORK_ERROR, type SubmitResult } from '@/lib/contact/submit';

export type SentRequest = Extract<SubmitResult, { ok: true }>;
type FailedRequest = Exclude<SubmitResult, SentRequest>;

/** How far the last submission is. */
type Sending =
  | { status: 'idle' }
  /** Nothing can be edited, sent again or closed. */
  | ({ status: 'locked' } & Attempt)
  /** The network error is shown, and retries continue in the background. */
  | ({ status: 'retrying' } & Attempt);

interface Attempt {
  /** Is aborted as soon as the state has no place for its success. */
  controller: AbortController;
  /** Whether the dialog was closed, and perhaps opened again, after sending. */
  wasClosed: boolean;
}

export interface ContactState {
  sending: Sending;
  fields: ContactFieldErrors;
  /** The address that was probably meant. */
  hint: string | null;
  /** A new object for each failure, so that repeated errors move the focus again. */
  failure: { message: string | null; offerMail: boolean } | null;
  /** The contents that were sent last, with their idempotency key. */
  lastSubmission: { contents: string; key: string } | null;
}

export const initialState: ContactState = {
  sending: { status: 'idle' },
  fields: {},
  hint: null,
  failure: null,
  lastSubmission: null,
};

export type ContactEvent =
  | {
      type: 'sent';
      controller: AbortController;
      submission: NonNullable<ContactState['lastSubmission']>;
    }
  | { type: 'timed-out' }
  | { type: 'failed'; result: FailedRequest }
  | { type: 'stored' }
  | { type: 'edited'; field: ContactField }
  | { type: 'checked'; field: ContactField; error: string | undefined; hint: string | null }
  | { type: 'closed' };

/** The states of the contact form (docs/behaviour.md, section 4). */
export function reduceContact(state: ContactState, event: ContactEvent): ContactState {
  const { sending, lastSubmission } = state;
  switch (event.type) {
    case 'sent':
      return {
        ...initialState,
        lastSubmission: event.submission,
        sending: { status: 'locked', controller: event.controller, wasClosed: false },
      };
    case 'timed-out':
      if (sending.status !== 'locked') return state;
      return { ...state, ...describe(NETWORK_ERROR), sending: { ...sending, status: 'retrying' } };
    case 'failed': {
      // While retrying, the network error is shown already.
      const failure = sending.status === 'locked' ? describe(event.result) : {};
      return { ...state, ...failure, sending: { status: 'idle' } };
    }
    case 'stored':
      return initialState;
    case 'edited':
      return markEdited(state, event.field);
    case 'checked':
      return {
        ...state,
        fields: { ...state.fields, [event.field]: event.error },
        hint: event.field === 'email' ? event.hint : state.hint,
      };
    case 'closed': {
      const kept = sending.status === 'locked' ? state : { ...initialState, lastSubmission };
      const closed = sending.status === 'idle' ? sending : { ...sending, wasClosed: true };
      return { ...kept, sending: closed };
    }
  }
}

function describe({ error, message, fields }: FailedRequest) {
  // A general message would only repeat the errors at the fields.
  const areFieldsNamed = Object.keys(fields).length > 0 && message === errorMessages.invalid;
  const failure = {
    message: areFieldsNamed ? null : message,
    offerMail: shouldOfferMail(error),
  };
  return { fields, failure };
}

function markEdited(state: ContactState, field: ContactField): ContactState {
  const hint = field === 'email' ? null : state.hint;
  const isRetrying = state.sending.status === 'retrying';
  if (!isRetrying && !state.fields[field] && hint === state.hint) return state;
  return {
    ...state,
    fields: state.fields[field] ? { ...state.fields, [field]: undefined } : state.fields,
    hint,
    // A success of the previous request would discard the new input.
    sending: isRetrying ? { status: 'idle' } : state.sending,
  };
}
