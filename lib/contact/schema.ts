import * as z from 'zod/mini';

/** The services a visitor can ask about, in the order of the select. */
export const SERVICE_TYPES = [
  'ai-customer-support',
  'crm-integrations',
  'appointment-scheduling',
  'other',
] as const;

/** Lengths count UTF-16 units, as the browser's counter does. */
export const MESSAGE_MAX = 1000;
export const EMAIL_MAX = 254;

/** What a field says when its value is refused (docs/behaviour.md, section 5). */
export const fieldMessages = {
  serviceRequired: 'Please select a service type',
  emailRequired: 'Email address is required',
  emailInvalid: 'Please enter a valid email address',
  messageTooLong: `Message must be at most ${MESSAGE_MAX} characters`,
  messageNotText: 'Message must be text',
} as const;

const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

// A lone surrogate cannot be stored as UTF-8. Matching it with `u` works where toWellFormed is missing.
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/** Cleans an address: no control or invisible format characters, no angle brackets, trimmed, lower-case. */
export function cleanEmail(text: string): string {
  return wellFormed(text)
    .replace(/[\p{Cc}\p{Cf}<>]/gu, '')
    .trim()
    .toLowerCase();
}

/** Cleans a message: LF line ends, no other control characters but tabs, no angle brackets, trimmed. */
function cleanMessage(text: string): string {
  return wellFormed(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}<>]/gu, '')
    .trim();
}

// Each step aborts: the pattern takes quadratic time on long text, so it must only see short text.
const email = z.string({ error: fieldMessages.emailRequired }).check(
  z.overwrite(cleanEmail),
  z.minLength(1, { error: fieldMessages.emailRequired, abort: true }),
  z.refine((text) => text.length <= EMAIL_MAX, {
    error: fieldMessages.emailInvalid,
    abort: true,
  }),
  z.regex(EMAIL_PATTERN, { error: fieldMessages.emailInvalid }),
);

const message = z.pipe(
  z.nullish(
    z.string({ error: fieldMessages.messageNotText }).check(
      z.overwrite(cleanMessage),
      // Not z.maxLength, which counts code points.
      z.refine((text) => text.length <= MESSAGE_MAX, { error: fieldMessages.messageTooLong }),
    ),
  ),
  z.transform((text) => text || null),
);

/** A request for a strategy session, cleaned and then checked; unknown keys are dropped. */
const contactSchema = z.object({
  service_type: z.enum(SERVICE_TYPES, { error: fieldMessages.serviceRequired }),
  email,
  message,
});

export type ServiceType = (typeof SERVICE_TYPES)[number];
/** What may be stored. */
export type ContactRequest = z.output<typeof contactSchema>;
export type ContactField = keyof ContactRequest;
/** One sentence per refused field. */
export type ContactFieldErrors = Partial<Record<ContactField, string>>;

export type ContactParseResult =
  { ok: true; value: ContactRequest } | { ok: false; fields: ContactFieldErrors };

/**
 * Cleans and checks what a visitor typed (docs/behaviour.md, section 5).
 * Takes anything; returns the request to store, or one sentence per refused field. Never throws.
 */
export function parseContactRequest(input: unknown): ContactParseResult {
  const result = contactSchema.safeParse(input);
  if (result.success) return { ok: true, value: result.data };
  const fields: ContactFieldErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path[0] as ContactField | undefined;
    if (field) fields[field] ??= issue.message;
  }
  return { ok: false, fields };
}
