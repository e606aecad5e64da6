import { emailHint } from './email-hint';
import { cleanEmail, parseContactRequest, type ContactField } from './schema';
import type { ContactInput } from './submit';

// One module for `import()`, so that the schema is one script for leaving a field and for sending.
export { parseContactRequest };

export interface CheckedField {
  /** What the field says when its value would be refused. */
  error: string | undefined;
  /** The address that was probably meant. */
  hint: string | null;
}

/** Checks one field of a form that is being filled in (docs/behaviour.md, section 5). */
export function checkField(field: ContactField, input: ContactInput): CheckedField {
  const checked = parseContactRequest(input);
  const error = checked.ok ? undefined : checked.fields[field];
  return { error, hint: field === 'email' && !error ? emailHint(cleanEmail(input.email)) : null };
}
