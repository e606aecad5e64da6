import type { SpokenErrorCode } from '@/lib/api';
import { CONTACT_FIELDS, type ContactField } from '@/lib/contact/fields';
import { answerTime, formClaims, sentClaims } from './claims';

interface FieldCopy {
  label: string;
  placeholder: string;
  /** A question about what was typed. */
  hint?: string;
}

const fields = {
  service_type: {
    label: 'Service type',
    placeholder: 'Select a service',
  },
  email: {
    label: 'Email address',
    placeholder: 'you@company.com',
    hint: 'Did you mean {email}?',
  },
  message: {
    label: 'Message (optional)',
    placeholder: 'What takes up your team’s time today?',
  },
} as const satisfies Record<ContactField, FieldCopy>;

/** The fields, as the privacy notice lists what is kept. */
export const noticeFieldsEn = {
  service_type: 'the service you are interested in,',
  email: 'your e-mail address,',
  message: 'your message, if you write one,',
} as const satisfies Record<ContactField, string>;

export const contactCopyEn = {
  title: 'Get In Touch',
  intro: `Tell us what you would like to automate. We answer ${answerTime}.`,
  fields,
  counter: 'characters',
  submit: 'Send Message',
  submitting: 'Sending...',
  close: 'Close',
  trustNotes: formClaims,
  privacy: { before: 'How we handle what you send:', link: 'privacy notice' },
  newTab: '(opens in a new tab)',
  errorSummary: 'Your message was not sent',
  orWrite: 'Or write to us:',
  success: {
    title: 'Message Sent Successfully!',
    before: 'We have received your request for ',
    after: '.',
    notes: sentClaims,
    close: 'Got it!',
    answer: `We answer by e-mail ${answerTime}.`,
    pickTime: 'Pick a time now',
    tryCall: 'Meanwhile, talk to the assistant',
    another: 'Send another request',
  },
} as const;

/** The address may have been kept or passed on: each sentence holds only for who has just sent it. */
export const outcomeWithoutCookieEn = {
  sent: {
    title: 'Thank you',
    text:
      'If you have just pressed “Send Message”, your message was sent. ' +
      `We answer by e-mail ${answerTime}. There is no need to send it again.`,
    newForm: 'Send another request',
  },
  notSent: {
    title: 'Not sent yet? Press Back',
    summary: 'If you have just pressed “Send Message”: your message was not sent',
    text: 'Press Back in your browser to find what you typed.',
    newForm: 'Start with an empty form',
  },
} as const;

/** Above the form, or in an answer of the API, by error code. */
export const errorsEn = {
  invalid: 'Please check your input and try again.',
  duplicate:
    'You have already submitted a request for this service recently. ' +
    'Please wait a few minutes before submitting again.',
  /** For what only the database notices. */
  duplicate_insert:
    'You have already submitted a request recently. Please wait before submitting again.',
  email_refused: 'Please enter a valid email address.',
  forbidden:
    'This request did not come from our own page. Please reload the page and send it again.',
  too_large: 'This request is too large. Please shorten your message and try again.',
  unsupported: 'This kind of request is not supported. Please use the form on our page.',
  malformed: 'This request could not be read. Please use the form on our page.',
  method: 'This address only accepts a submitted form.',
  rate_limited: 'Too many requests. Please wait a few minutes and try again.',
  unavailable: 'A network error occurred. Please check your connection and try again.',
  internal: 'An unexpected error occurred. Please try again.',
} as const satisfies Record<SpokenErrorCode | 'duplicate_insert' | 'email_refused', string>;

/** Below a field. */
export const fieldErrorsEn = {
  service_required: 'Please select a service type',
  email_required: 'Email address is required',
  email_invalid: 'Please enter a valid email address',
  message_too_long: `Message must be at most ${CONTACT_FIELDS.message.limit} characters`,
  message_not_text: 'Message must be text',
} as const;
