import { suggestEmail } from './suggest-email';
import { cleanEmail, parseContactRequest, type ContactField } from './schema';
import type { ContactInput } from './submit';

// `submit.ts` imports it from here: the same `import()` everywhere keeps the schema in one chunk.
export { parseContactRequest };

export interface CheckedField {
  error: string | undefined;
  hint: string | null;
}

/** Checks one field of a form that is being filled in (docs/behaviour.md, section 5). */
export function checkField(field: ContactField, input: ContactInput): CheckedField {
  const checked = parseContactRequest(input);
  const error = checked.ok ? undefined : checked.fields[field];
  return {
    error,
    hint: field === 'email' && !error ? suggestEmail(cleanEmail(input.email)) : null,
  };
}
