/** A field no person sees: its name means nothing, so that no autofill knows it. What fills it is a program. */
export const TRAP_FIELD = 'quill_north';

/** A person needs longer than this from the opening of the form to the click on send. */
const MIN_FILL_MS = 2000;

/** What the form says beside what was typed. Without script there is neither a time nor a key. */
export type FormFacts = {
  /** Whether the form was filled the way programs fill it. */
  suspectedSpam: boolean;
  /** One per filled form: a retry carries the same. */
  idempotencyKey: string | null;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the facts of a received form, by the names that `submit.ts` sends. Takes anything; never throws. */
export function readFormFacts(input: Readonly<Record<string, unknown>>): FormFacts {
  const { [TRAP_FIELD]: trap = '', fill_ms: time, idempotency_key: key } = input;
  return {
    suspectedSpam: trap !== '' || (typeof time === 'number' && time < MIN_FILL_MS),
    idempotencyKey: typeof key === 'string' && UUID.test(key) ? key.toLowerCase() : null,
  };
}
