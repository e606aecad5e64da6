/** A field that only bots see. Its name has no meaning, so that autofill ignores it. */
export const HONEYPOT_FIELD = 'quill_north';

/** A form that is filled in faster than this is suspected spam. */
const MIN_FILL_MS = 2000;

export interface FormMetadata {
  suspectedSpam: boolean;
  /** The same for all retries of one filled form; null for a form sent without script. */
  idempotencyKey: string | null;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the fields that `submit.ts` adds to the typed values. Never throws. */
export function readFormMetadata(input: Readonly<Record<string, unknown>>): FormMetadata {
  const { [HONEYPOT_FIELD]: honeypot = '', fill_ms: fillMs, idempotency_key: key } = input;
  return {
    suspectedSpam: honeypot !== '' || (typeof fillMs === 'number' && fillMs < MIN_FILL_MS),
    idempotencyKey: typeof key === 'string' && UUID.test(key) ? key.toLowerCase() : null,
  };
}
