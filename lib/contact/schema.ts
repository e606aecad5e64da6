// The full `zod` would be 31 KB in the browser and tries `eval`, which the policy forbids.
import * as z from 'zod/mini';
import { SERVICE_TYPES } from '@/lib/services';
import { cleanEmail } from './clean-email';
import { cleanText } from './clean-text';
import {
  CONTACT_FIELDS,
  type ContactField,
  type ContactInput,
  type FieldError,
  type FieldErrors,
} from './fields';
import { suggestEmail } from './suggest-email';

/** zod's parameter for what a check refuses. */
const failWith = (error: FieldError) => ({ error });

// Text that still begins with `mailto:` has a percent-encoded address.
const EMAIL_PATTERN = /^(?!mailto:)[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/;

const emailSchema = z.string(failWith('email_required')).check(
  z.overwrite(cleanEmail),
  z.minLength(1),
  // Aborts, so that the pattern only sees short text.
  z.refine((text) => text.length <= CONTACT_FIELDS.email.limit, {
    ...failWith('email_invalid'),
    abort: true,
  }),
  z.regex(EMAIL_PATTERN, failWith('email_invalid')),
);

const messageSchema = z.pipe(
  z.nullish(
    z.string(failWith('message_not_text')).check(
      z.overwrite(cleanText),
      // z.maxLength would count code points.
      z.refine((text) => text.length <= CONTACT_FIELDS.message.limit, failWith('message_too_long')),
    ),
  ),
  z.transform((text) => text || null),
);

const contactSchema = z.object({
  service_type: z.enum(SERVICE_TYPES, failWith('service_required')),
  email: emailSchema,
  message: messageSchema,
} satisfies Record<ContactField, z.ZodMiniType>);

export type ContactRequest = z.output<typeof contactSchema>;

export type ContactParseResult =
  { ok: true; value: ContactRequest } | { ok: false; fields: FieldErrors };

/** Cleans and checks any input of a contact form (docs/behaviour.md, section 5). Never throws. */
export function parseContactRequest(input: unknown): ContactParseResult {
  const result = contactSchema.safeParse(input);
  if (result.success) return { ok: true, value: result.data };
  const fields: FieldErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path[0] as ContactField | undefined;
    if (field) fields[field] ??= issue.message as FieldError;
  }
  return { ok: false, fields };
}

/** Checks one field of a form that is being filled in (docs/behaviour.md, section 5). */
export function checkField(
  field: ContactField,
  input: ContactInput,
): { error: FieldError | undefined; hint: string | null } {
  const checked = parseContactRequest(input);
  const error = checked.ok ? undefined : checked.fields[field];
  const hint = field === 'email' && !error ? suggestEmail(cleanEmail(input.email)) : null;
  return { error, hint };
}
