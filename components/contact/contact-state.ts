import type { ContactField, ContactFieldErrors, FieldError } from '@/lib/contact/fields';
import { shouldOfferMail } from '@/lib/contact/messages';
import { NETWORK_ERROR, type SubmitResult } from '@/lib/contact/submit';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';

type SentRequest = Extract<SubmitResult, { ok: true }>;
type FailedRequest = Exclude<SubmitResult, SentRequest>;

interface FormState {
  /**
   * `locked`: nothing can be edited, sent again or closed.
   * `retrying`: the network error is shown, and retries continue in the background.
   */
  sending: 'idle' | 'locked' | 'retrying';
  /** Whether the dialog was closed, and perhaps opened again, after sending. */
  wasClosed: boolean;
  fields: ContactFieldErrors;
  /** The address that was probably meant. */
  hint: string | null;
  /** A new object for each failure, so that repeated errors move the focus again. */
  failure: { message: string | null; offerMail: boolean } | null;
}

/** The requests that were stored. */
interface SuccessState {
  /** Shown in the success dialog. */
  sentRequest: SentRequest | null;
  /** Stored after the dialog was closed; shown in the status line. */
  lateService: string | null;
  /** A late success that waits, because an open dialog would suppress its announcement. */
  waitingService: string | null;
}

export type ContactState = FormState & SuccessState;

const emptyForm: FormState = {
  sending: 'idle',
  wasClosed: false,
  fields: {},
  hint: null,
  failure: null,
};

export const initialState: ContactState = {
  ...emptyForm,
  sentRequest: null,
  lateService: null,
  waitingService: null,
};

export type ContactEvent =
  | { type: 'sent' }
  | { type: 'timed-out' }
  | { type: 'failed'; result: FailedRequest }
  | { type: 'stored'; request: SentRequest; isDialogOpen: boolean }
  | { type: 'edited'; field: ContactField }
  | { type: 'checked'; field: ContactField; error: FieldError | undefined; hint: string | null }
  | { type: 'closed' }
  | { type: 'dismissed'; success: 'sentRequest' | 'lateService' };

/** The states of the contact form (docs/behaviour.md, section 4). */
export function reduceContact(state: ContactState, event: ContactEvent): ContactState {
  const { sending } = state;
  switch (event.type) {
    case 'sent':
      return { ...state, ...emptyForm, sending: 'locked' };
    case 'timed-out':
      return { ...state, ...describe(NETWORK_ERROR), sending: 'retrying' };
    case 'failed': {
      // While retrying, the network error is shown already.
      const failure = sending === 'locked' ? describe(event.result) : {};
      return { ...state, ...failure, sending: 'idle' };
    }
    case 'stored': {
      const { request, isDialogOpen } = event;
      const emptied = { ...state, ...emptyForm };
      if (!state.wasClosed) return { ...emptied, sentRequest: request };
      return { ...emptied, [isDialogOpen ? 'waitingService' : 'lateService']: request.service };
    }
    case 'edited':
      return markEdited(state, event.field);
    case 'checked':
      return {
        ...state,
        fields: { ...state.fields, [event.field]: event.error && fieldErrorsEn[event.error] },
        hint: event.field === 'email' ? event.hint : state.hint,
      };
    case 'closed': {
      const form = sending === 'locked' ? {} : { ...emptyForm, sending };
      const lateService = state.waitingService ?? state.lateService;
      return { ...state, ...form, wasClosed: true, lateService, waitingService: null };
    }
    case 'dismissed':
      return { ...state, [event.success]: null };
  }
}

function describe({ error, message, fields }: FailedRequest) {
  // A general message would only repeat the errors at the fields.
  const areFieldsNamed = Object.keys(fields).length > 0 && message === errorsEn.invalid;
  const failure = {
    message: areFieldsNamed ? null : message,
    offerMail: shouldOfferMail(error),
  };
  return { fields, failure };
}

function markEdited(state: ContactState, field: ContactField): ContactState {
  const hint = field === 'email' ? null : state.hint;
  const isRetrying = state.sending === 'retrying';
  if (!isRetrying && !state.fields[field] && hint === state.hint) return state;
  return {
    ...state,
    fields: state.fields[field] ? { ...state.fields, [field]: undefined } : state.fields,
    hint,
    sending: isRetrying ? 'idle' : state.sending,
  };
}
