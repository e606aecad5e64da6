/** Codes for refused calls and other programs: nobody reads a sentence of them. */
const SILENT_STATUS = {
  unauthorised: 401,
  ticket_refused: 401,
  unknown_assistant: 404,
  calls_spent: 429,
  calls_busy: 429,
  provider_rejected: 502,
  provider_quota: 502,
  provider_failed: 502,
  calls_off: 503,
  not_configured: 503,
} as const;

/** The HTTP status of each error code that our API answers with (docs/behaviour.md, section 8). */
export const ERROR_STATUS = {
  malformed: 400,
  forbidden: 403,
  method: 405,
  duplicate: 409,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  ...SILENT_STATUS,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
/** Codes with a sentence in `lib/content/contact-en.ts`. */
export type SpokenErrorCode = Exclude<ErrorCode, keyof typeof SILENT_STATUS>;

/** Whether nothing is wrong with the request, so that a visitor is offered our mail address. */
export const isOurFault = (error: string) => error === 'unavailable' || error === 'internal';
