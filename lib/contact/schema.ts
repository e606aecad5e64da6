import * as z from 'zod/mini';

export const SERVICE_TYPES = [
  'ai-customer-support',
  'crm-integrations',
  'appointment-scheduling',
  'other',
] as const;

/** Lengths count UTF-16 units, as the browser's counter does. */
export const MESSAGE_MAX_LENGTH = 1000;
export const EMAIL_MAX_LENGTH = 254;

/** The error messages of the fields (docs/behaviour.md, section 5). */
export const fieldMessages = {
  serviceRequired: 'Please select a service type',
  emailRequired: 'Email address is required',
  emailInvalid: 'Please enter a valid email address',
  messageTooLong: `Message must be at most ${MESSAGE_MAX_LENGTH} characters`,
  messageNotText: 'Message must be text',
} as const;

// Text that still begins with `mailto:` has a percent-encoded address.
const EMAIL_PATTERN = /^(?!mailto:)[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/;

const PASTED_MAX_LENGTH = 1000;
/** `Name <address>`, `Name [address]` or `[name](mailto:address)`. */
const ENCLOSED_ADDRESS = /^(.*)[<‹«([]([^<>‹›«»()[\]]*@[^<>‹›«»()[\]]*)[>›»)\]](.*)/s;
/** What mail programs, links and sentences put around an address. */
const WRAPPERS: readonly (readonly [RegExp, string])[] = [
  // An address may begin with these characters, so they are removed in pairs only.
  [/^(['`*_]{1,3})([^@]*@.*?)\1[^\p{L}\p{M}\p{N}@]*$/su, '$2'],
  // Keeps the quote of a quoted name, a symbol as the whole name, and the bracket of an IP address.
  [/^(?:[\s<({[:]|%20|[^\p{ASCII}\p{L}\p{M}\p{N}](?=[^@]*[\p{L}\p{N}])|"(?![^"]*"@))+(?!$)/u, ''],
  // The first part keeps it from trying every start within the run.
  [/(?<=^|[\p{L}\p{M}\p{N}@\]])(?:[^\p{L}\p{M}\p{N}@\]]|(?<!@\[[^\]]*)\])+$/u, ''],
  [
    /^(?:[^@]*\bmailto:|e-?mail:|mail:|smtp:|sips?:|im:|xmpp:|skype:|https?:)\/*([^?%]+)(\?.*)?$/s,
    '$1',
  ],
  // `address?subject=…`, and other rests of a link, a source or an escape
  [/^([^\s@?]+@[^\s@?/#&%\\=|]+)[?/#&%\\=|][^\s@]*$/, '$1'],
  // `address (name)`
  [/^([^\s(@]+@[^\s(@]+)\s*\([^@]*$/, '$1'],
];

// Lone surrogates cannot be stored as UTF-8; older browsers have no `toWellFormed`.
const replaceLoneSurrogates = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/**
 * Finds the address in pasted text: lower-cased, half-width, without invisible characters and
 * without a name, link or punctuation around it. Text with several addresses fails the pattern.
 */
export function cleanEmail(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > PASTED_MAX_LENGTH) return trimmed;
  const plain = replaceLoneSurrogates(trimmed)
    .replace(/[\t-\r\x85]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{DI}]/gu, '')
    // Chinese and Japanese keyboards type full-width characters.
    .replace(/[\uff01-\uff5e\ufe52\ufe6b]/g, (wide) => wide.normalize('NFKC'))
    .replace(/[\u3002\uff61]/g, '.')
    .trim()
    .toLowerCase();
  const [, before = '', inside, after = ''] = ENCLOSED_ADDRESS.exec(plain) ?? [];
  if (inside === undefined) return unwrap(plain);
  const address = unwrap(inside);
  const others = `${before} ${after}`.match(/\S+@\S+/g) ?? [];
  const isAmbiguous = others.some((other) => unwrap(other) !== address);
  return isAmbiguous ? plain : address;
}

function unwrap(text: string): string {
  const rest = WRAPPERS.reduce((left, [wrapper, inside]) => left.replace(wrapper, inside), text);
  return rest === text ? text : unwrap(rest);
}

function cleanMessage(text: string): string {
  return replaceLoneSurrogates(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}<>]/gu, '')
    .trim();
}

const emailSchema = z.string({ error: fieldMessages.emailRequired }).check(
  z.overwrite(cleanEmail),
  z.minLength(1),
  // Aborts, so that the pattern only sees short text.
  z.refine((text) => text.length <= EMAIL_MAX_LENGTH, {
    error: fieldMessages.emailInvalid,
    abort: true,
  }),
  z.regex(EMAIL_PATTERN, { error: fieldMessages.emailInvalid }),
);

const messageSchema = z.pipe(
  z.nullish(
    z.string({ error: fieldMessages.messageNotText }).check(
      z.overwrite(cleanMessage),
      // z.maxLength would count code points.
      z.refine((text) => text.length <= MESSAGE_MAX_LENGTH, {
        error: fieldMessages.messageTooLong,
      }),
    ),
  ),
  z.transform((text) => text || null),
);

const contactSchema = z.object({
  service_type: z.enum(SERVICE_TYPES, { error: fieldMessages.serviceRequired }),
  email: emailSchema,
  message: messageSchema,
});

export type ServiceType = (typeof SERVICE_TYPES)[number];
export type ContactRequest = z.output<typeof contactSchema>;
export type ContactField = keyof ContactRequest;
export type ContactFieldErrors = Partial<Record<ContactField, string>>;

/** The response of `POST /api/contact`. */
export type ContactResponse = { service_type: ServiceType; booking_url: string | undefined };

export type ContactParseResult =
  { ok: true; value: ContactRequest } | { ok: false; fields: ContactFieldErrors };

/** Cleans and checks any input of a contact form (docs/behaviour.md, section 5). Never throws. */
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
