import type { ErrorCode } from '@/lib/api/errors';

/** One sentence per error code. Those of the form are specified (docs/behaviour.md, section 8). */
export const errorMessages = {
  invalid: 'Please check your input and try again.',
  duplicate:
    'You have already submitted a request for this service recently. ' +
    'Please wait a few minutes before submitting again.',
  forbidden:
    'This request did not come from our own page. Please reload the page and send it again.',
  too_large: 'This request is too large. Please shorten your message and try again.',
  unsupported: 'This kind of request is not supported. Please use the form on our page.',
  malformed: 'This request could not be read. Please use the form on our page.',
  method: 'This address only accepts a submitted form.',
  rate_limited: 'Too many requests. Please wait a few minutes and try again.',
  unavailable: 'A network error occurred. Please check your connection and try again.',
  internal: 'An unexpected error occurred. Please try again.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Whether sending failed for a reason other than the input, so that we offer our mail address. */
export const shouldOfferMail = (error: string) => error === 'unavailable' || error === 'internal';

/** Sentences for what only the database notices. */
export const storeMessages = {
  duplicateInsert:
    'You have already submitted a request recently. Please wait before submitting again.',
  emailRefused: 'Please enter a valid email address.',
} as const;
