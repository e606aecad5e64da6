import type { ErrorCode } from '@/lib/api';

type FieldDefinition = { required: boolean } & (
  | { control: 'select' }
  | { control: 'input'; type: string; autoComplete: string; limit: number }
  | { control: 'textarea'; limit: number }
);

/** In the order of the form. A name is also that of a column; `limit` counts UTF-16 units. */
export const CONTACT_FIELDS = {
  service_type: { control: 'select', required: true },
  email: { control: 'input', type: 'email', autoComplete: 'email', required: true, limit: 254 },
  message: { control: 'textarea', required: false, limit: 1000 },
} as const satisfies Record<string, FieldDefinition>;

export type ContactField = keyof typeof CONTACT_FIELDS;
export const CONTACT_FIELD_NAMES = Object.keys(CONTACT_FIELDS) as ContactField[];

/** What a browser posts of each field: text, also of a control that is not text. */
export type ContactInput = Record<ContactField, string>;
export type ContactFieldErrors = Partial<Record<ContactField, string>>;

/** `maybe-…`: without a cookie, by the page's address, which anyone may have typed or passed on. */
export type ContactOutcome =
  | { state: 'sent'; service: string; bookingUrl?: string | undefined }
  | { state: 'maybe-sent' }
  | { state: 'maybe-failed'; message: string }
  | {
      state: 'failed';
      error: ErrorCode;
      message: string;
      fields: ContactFieldErrors;
      values: ContactInput;
      source: string;
    };

/** A field that only bots see. Its name has no meaning, so that autofill ignores it. */
export const HONEYPOT_FIELD = 'quill_north';

export const mapFields = <Value>(make: (name: ContactField) => Value) =>
  Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, make(name)])) as Record<
    ContactField,
    Value
  >;

export const readInput = (get: (name: ContactField) => unknown): ContactInput =>
  mapFields((name) => {
    const value = get(name);
    return typeof value === 'string' ? value : '';
  });

/** Lone surrogates cannot be stored as UTF-8; older browsers have no `toWellFormed`. */
export const replaceLoneSurrogates = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/** Returns what is sent of a text of several lines, and counted towards its limit. */
export function cleanText(text: string): string {
  return replaceLoneSurrogates(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}<>]/gu, '')
    .trim();
}
