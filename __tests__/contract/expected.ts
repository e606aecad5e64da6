import { errorsEn } from '@/lib/content/contact-en';

/** The answers of Supabase Lite that differ from those of a hosted project. */
export const LITE_DIFFERENCES = {
  /** A violated CHECK is 500 with a code of its own; hosted Supabase answers 400 with 23514. */
  checkViolation: {
    code: 'SUP',
    status: 500,
    error: 'internal',
    http: 500,
    message: errorsEn.internal,
  },
  /**
   * REVOKE on tables is undone: row level security alone keeps the public key out (reads see no
   * rows).
   */
  publicReads: { status: 200, code: undefined },
};
export const HOSTED = {
  checkViolation: {
    code: '23514',
    status: 400,
    error: 'invalid',
    http: 422,
    message: errorsEn.invalid,
  },
  publicReads: { status: 401, code: '42501' },
};

export type Expected = {
  [Key in keyof typeof HOSTED]: (typeof HOSTED | typeof LITE_DIFFERENCES)[Key];
};
