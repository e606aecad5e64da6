/** Shared by what keeps it and the privacy notice. */
export const keptForSeconds = {
  /** The code of a network address that looks at pages. */
  pageAddress: 60,
  /** The code of a network address that sends the contact form. */
  formAddress: 10 * 60,
  /** The code of an e-mail address in the contact form. */
  formEmail: 60 * 60,
  /** The encrypted cookie of a form sent without script. */
  formCookie: 5 * 60,
} as const;

/** As `purge_expired` has it. `openDays`: after the alert about an open request was delivered. */
export const keptByDatabase = { callDays: 2, openDays: 14, sumMonths: 25 } as const;
