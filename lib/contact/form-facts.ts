/** The honeypot: a field that no person sees. Its name means nothing, so that no autofill knows it. */
export const HONEYPOT_FIELD = 'quill_north';

/** A person needs longer than this from opening the form to sending it. */
const MIN_FILL_MS = 2000;

/** What a received form says besides the typed values. Without script it has neither time nor key. */
export type FormFacts = {
  /** Whether the form was filled the way programs fill it. */
  suspectedSpam: boolean;
  /** One per filled form: a retry carries the same. */
  idempotencyKey: string | null;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the facts by the names that `submit.ts` sends. Takes anything; never throws. */
export function readFormFacts(input: Readonly<Record<string, unknown>>): FormFacts {
  const { [HONEYPOT_FIELD]: honeypot = '', fill_ms: time, idempotency_key: key } = input;
  return {
    suspectedSpam: honeypot !== '' || (typeof time === 'number' && time < MIN_FILL_MS),
    idempotencyKey: typeof key === 'string' && UUID.test(key) ? key.toLowerCase() : null,
  };
}
