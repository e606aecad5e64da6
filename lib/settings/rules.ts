import 'server-only';
import * as z from 'zod';
import { ASSISTANT_ID_PATTERN } from '@/lib/outreach/assistant-id';
import { builtInSchema } from '@/lib/settings/built-in-settings';

const WEBHOOK_KINDS = ['slack', 'discord', 'google-chat', 'teams', 'ntfy', 'json'] as const;

/** What a mail program, a chat or a settings file leaves around an address, and `URL` accepts. */
const WRAPPERS = '\\p{C}"<>“”„‘’`';
const MAIL_ADDRESS = `[^\\s@,;:()[\\]${WRAPPERS}]+@[^\\s@,;:()[\\]?&'${WRAPPERS}]*[\\p{L}\\p{N}]`;
const MAIL_LIST = `${MAIL_ADDRESS}(\\s*,\\s*${MAIL_ADDRESS})*`;
const MAIL_ADDRESSES = new RegExp(`^${MAIL_LIST}$`, 'u');
const URL_CHARACTERS = new RegExp(`^(?!.*&amp;)[^\\s${WRAPPERS}]+$`, 'u');
const REPLY_ADDRESS = new RegExp(
  `^(?!.*&amp;)(https?:[^\\s${WRAPPERS}]*|mailto:${MAIL_LIST}(\\?[^${WRAPPERS}]*)?)$`,
  'u',
);
const HOST = /^([\w.%-]+|\[[\da-f:.]+\])$/i;

/**
 * An address whose user part ends early, at a sign that is not encoded: `URL` takes the start of
 * the user part for host and port. A path or a query may hold `@` only where that is impossible.
 */
const CUT_USER_PART = /^https?:\/\/([^/?#]*:[^/?#]*[/?]|[^./?#]*[/?]|[^/?#]*#).*@/is;
const ENCODE_USER_PART =
  'must have an encoded user name and password: encode # as %23, / as %2F, ? as %3F, ' +
  '@ as %40, : as %3A, % as %25, \\ as %5C and a space as %20';

const createUrlSchema = (protocol: RegExp, characters: RegExp, error: string) =>
  z
    .url({ protocol, hostname: HOST, error })
    .regex(characters, { error })
    .refine((url) => !CUT_USER_PART.test(url), { error: ENCODE_USER_PART });
const webAddressSchema = createUrlSchema(
  /^https?$/,
  URL_CHARACTERS,
  'must be a web address',
).refine(
  // `fetch` refuses it.
  (url) => !URL.canParse(url) || new URL(url).username === '',
  { error: 'must have no user name and no password' },
);

const mailServerSchema = createUrlSchema(
  /^smtps?$/,
  // A password may hold more.
  /^[^\s"<>]+$/,
  'must be an address like smtps://user:password@host',
).refine(isUserPartEncoded, { error: ENCODE_USER_PART });

/** Refuses what Supabase's dashboard shows next to it: its own address, and that of one API. */
const databaseAddressSchema = webAddressSchema.regex(
  /^(?!https?:\/\/(www\.)?supabase\.com\b|.*\/(rest|auth|storage)\/v1\b)/i,
  { error: 'must be the project’s API address, like https://abcd.supabase.co' },
);

const createRequiredSchema = (value: z.ZodType<string, string>) =>
  z.string({ error: 'missing' }).pipe(value);

/** Sent as `Authorization: Bearer`. */
const keySchema = z.string().regex(/^[\w.~+/=-]+$/, { error: 'has characters that no key has' });
/** Compared with a header, which holds ASCII only. */
const secretSchema = z
  .string()
  .regex(/^[ -~]+$/, { error: 'must be letters, digits and signs of ASCII' });

const createWholeNumberSchema = (from: number, to: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(from, { error: `must be at least ${from}` })
    .max(to, { error: `must be at most ${to}` });
const switchSchema = z.stringbool({ error: 'must be true or false' }).default(false);
const hostSchema = z.union([z.ipv4(), z.ipv6(), z.hostname()], {
  error: 'must be a host or an IP address',
});

/** The settings and their rules, for values that are cleaned already. */
export const settingsSchema = z.object({
  SUPABASE_URL: createRequiredSchema(databaseAddressSchema),
  SUPABASE_SECRET_KEY: createRequiredSchema(
    keySchema.refine((text) => !isPublicKey(text), {
      error: 'is a public key; the server-side key is needed',
    }),
  ),
  SITE_URL: createRequiredSchema(webAddressSchema.transform((url) => new URL(url).origin)),
  VAPI_PUBLIC_KEY: keySchema.optional(),
  VAPI_PRIVATE_KEY: keySchema.optional(),
  VAPI_ORG_ID: keySchema.optional(),
  VAPI_WEBHOOK_SECRET: secretSchema.optional(),
  VAPI_ASSISTANT_ID: z
    .string()
    .regex(ASSISTANT_ID_PATTERN, { error: 'must have 1 to 64 letters, digits, - or _' })
    .optional(),
  VAPI_API_URL: webAddressSchema.optional(),
  VAPI_CALL_MACHINE_URL: webAddressSchema.optional(),
  CALLS_PER_DAY: createWholeNumberSchema(0, 1_000_000).default(60),
  CALLS_AT_ONCE: createWholeNumberSchema(0, 10_000).default(8),
  // The range that the provider accepts.
  CALL_MAX_SECONDS: createWholeNumberSchema(10, 43_200).default(300),
  CALLS_OFF: switchSchema,
  CALL_RECORDING: switchSchema,
  TRUSTED_IP_HEADER: z
    .string()
    // `Forwarded` holds more than an address.
    .regex(/^(?!forwarded$)[\w-]+$/i, { error: 'must be the name of a header, like x-real-ip' })
    .transform((name) => name.toLowerCase())
    .optional(),
  HSTS: builtInSchema.shape.HSTS,
  RETENTION_MONTHS: builtInSchema.shape.RETENTION_MONTHS.transform(Number),
  OUTREACH_REPLY_URL: z
    .url({ protocol: /^(https?|mailto)$/, error: 'must be a web or mail address' })
    .regex(REPLY_ADDRESS, { error: 'must be a web or mail address' })
    .refine((url) => !CUT_USER_PART.test(url), { error: ENCODE_USER_PART })
    .optional(),
  ALERT_WEBHOOK_URL: webAddressSchema.optional(),
  ALERT_WEBHOOK_KIND: z
    .enum(WEBHOOK_KINDS, { error: `must be one of ${WEBHOOK_KINDS.join(', ')}` })
    .optional(),
  ALERT_SMTP_URL: mailServerSchema.optional(),
  ALERT_MAIL_TO: z
    .string()
    .regex(MAIL_ADDRESSES, { error: 'must be a mail address, or several with commas between' })
    .optional(),
  BOOKING_URL: webAddressSchema.optional(),
  CRON_SECRET: secretSchema.min(16, { error: 'must have at least 16 characters' }).optional(),
  HYDRATION: z.literal('plain', { error: 'must be plain, or empty' }).optional(),
  PORT: createWholeNumberSchema(0, 65_535).optional(),
  LISTEN_HOST: hostSchema.optional(),
  /** Set by Next. */
  NODE_ENV: z.string().optional(),
  NEXT_DIST_DIR: z.string().default('.next'),
});

/** Whether a key is meant for browsers: `sb_publishable_…`, or a JWT of another role. */
function isPublicKey(key: string): boolean {
  if (key.startsWith('sb_publishable_')) return true;
  const [, payload, signature] = key.split('.');
  if (!payload || !signature) return false;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return (claims as { role?: unknown } | null)?.role !== 'service_role';
  } catch {
    return false;
  }
}

/** Whether everything before the last `@` of a mail server's address is a user and a password. */
function isUserPartEncoded(url: string): boolean {
  const [, userPart = ''] = /^\w+:\/\/(.*)@/s.exec(url) ?? [];
  if (url.includes('#') || !/^[^\s/?@:\\]*(:[^\s/?@:\\]*)?$/.test(userPart)) return false;
  try {
    decodeURIComponent(userPart);
    return true;
  } catch {
    return false;
  }
}
