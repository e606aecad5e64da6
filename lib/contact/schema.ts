// The full `zod` would be 31 KB in the browser and tries `eval`, which the policy forbids.
import * as z from 'zod/mini';
import { fieldErrorsEn as errors } from '@/lib/content/contact-en';
import { SERVICE_TYPES } from '@/lib/services';
import { cleanEmail, EMAIL_PATTERN, suggestEmail } from './email';
import {
  cleanText,
  CONTACT_FIELDS,
  type ContactField,
  type ContactFieldErrors,
  type ContactInput,
} from './fields';

const contactSchema = z.object({
  service_type: z.enum(SERVICE_TYPES, { error: errors.service_required }),
  email: z.string({ error: errors.email_required }).check(
    z.overwrite(cleanEmail),
    z.minLength(1),
    // Aborts, so that the pattern only sees short text.
    z.refine((text) => text.length <= CONTACT_FIELDS.email.limit, {
      error: errors.email_invalid,
      abort: true,
    }),
    z.regex(EMAIL_PATTERN, { error: errors.email_invalid }),
  ),
  message: z.pipe(
    z.nullish(
      z.string({ error: errors.message_not_text }).check(
        z.overwrite(cleanText),
        // z.maxLength would count code points.
        z.refine((text) => text.length <= CONTACT_FIELDS.message.limit, {
          error: errors.message_too_long,
        }),
      ),
    ),
    z.transform((text) => text || null),
  ),
} satisfies Record<ContactField, z.ZodMiniType>);

export type ContactRequest = z.output<typeof contactSchema>;

export type ContactParseResult =
  { ok: true; value: ContactRequest } | { ok: false; fields: ContactFieldErrors };

/** Cleans and checks any input (docs/behaviour.md, section 5). Never throws. */
export function parseContactRequest(input: unknown): ContactParseResult {
  const result = contactSchema.safeParse(input);
  if (result.success) return { ok: true, value: result.data };
  const fields: ContactFieldErrors = {};
  for (const { path, message } of result.error.issues) {
    const field = path[0] as ContactField | undefined;
    if (field) fields[field] ??= message;
  }
  return { ok: false, fields };
}

export function checkField(field: ContactField, input: ContactInput) {
  const checked = parseContactRequest(input);
  const error = checked.ok ? undefined : checked.fields[field];
  const hint = field === 'email' && !error ? suggestEmail(cleanEmail(input.email)) : null;
  return { error, hint };
}
