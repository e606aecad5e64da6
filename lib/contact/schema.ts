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

// Text that still begins with `mailto:` has an encoded address.
const EMAIL_PATTERN = /^(?!mailto:)[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/;

/** Longer text is not an address with a name around it. */
const PASTED_MAX = 1000;
/** `Name <address>` or `[name](mailto:address)`. */
const ENCLOSED = /^(.*)(?:[<‹«]|\]\()([^<>‹›«»()]*@[^<>‹›«»()]*)[>›»)](.*)$/s;
/** What mail programs, links and sentences put around an address. */
const AROUND: readonly (readonly [RegExp, string])[] = [
  // Not the quote of a quoted name, nor the bracket of a numeric domain.
  [/^(?:[\s<({[„“”‘«»‹›•–:]|"(?![^"]*"@))+(?!$)/u, ''],
  [/(?:["\s<>)}„“”’«»‹›|:;,.!?…、]|(?<!@\[[^\]]*)\])+$/u, ''],
  // An address may begin with these signs: they go in pairs.
  [/^(['`*_]+)(.*)\1$/s, '$2'],
  [/^(?:mailto:\/*|e-?mail:)([^?%]+)(\?.*)?$/s, '$1'],
  // `address?subject=…`
  [/^([^\s@?]+@[^\s@?]+)\?[^\s@]*$/, '$1'],
  // `address (name)`
  [/^([^\s(@]+@[^\s(@]+)\s*\([^@]*$/, '$1'],
];

// A lone surrogate cannot be stored as UTF-8. Matching it with `u` works where toWellFormed is missing.
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/**
 * Finds the address in what people paste: lower-cased, in the usual width, without invisible
 * characters and without a name, a link or punctuation around it. Text with more than one address
 * is returned as it is, and refused by the pattern.
 */
export function cleanEmail(text: string): string {
  const plain = wellFormed(text)
    .replace(/[\t-\r\x85]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{DI}]/gu, '')
    // Chinese and Japanese keyboards type full-width signs.
    .replace(/[\uff01-\uff5e\ufe52\ufe6b]/g, (wide) => wide.normalize('NFKC'))
    .replace(/[\u3002\uff61]/g, '.')
    .trim()
    .toLowerCase();
  if (plain.length > PASTED_MAX) return plain;
  const [, before = '', inside, after = ''] = ENCLOSED.exec(plain) ?? [];
  if (inside === undefined) return strip(plain);
  const address = strip(inside);
  const isAmbiguous = /\S@\S/.test(`${before} ${after}`.replace(address, ''));
  return isAmbiguous ? plain : address;
}

function strip(text: string): string {
  const rest = AROUND.reduce((left, [around, inside]) => left.replace(around, inside), text);
  return rest === text ? text : strip(rest);
}

/** Cleans a message: LF line ends, no other control characters but tabs, no angle brackets, trimmed. */
function cleanMessage(text: string): string {
  return wellFormed(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}<>]/gu, '')
    .trim();
}

// Each step aborts, so that the pattern only sees short text.
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
