import * as z from 'zod';
import { ASSISTANT_ID_PATTERN } from '../outreach/assistant-id';

/** Two years, for this host alone. */
export const DEFAULT_HSTS = 'max-age=63072000';
export const DEFAULT_RETENTION_MONTHS = 12;

/** The receivers of alerts; `lib/server/notify/alert-webhook.ts` knows their formats. */
export const WEBHOOK_KINDS = ['slack', 'discord', 'google-chat', 'teams', 'ntfy', 'json'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Whether a hostname, as `URL` writes it, is this machine. */
export const isLoopback = (hostname: string) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname);

/** Without what a chat or a settings file leaves around an address, and `URL` accepts. */
const CLEAN = /^(?!.*&amp;)[^\p{C}\\"<>“”„‘’`]*$/u;

const createTextSchema = (pattern: RegExp, error: string) => z.string().regex(pattern, { error });

/** `pattern`, because `URL` repairs spaces and `https:example.com`. */
const createAddressSchema = (
  error = 'must be a web address that begins with https://, like https://example.com',
  pattern = /^https?:\/\/[^/\s]\S*$/i,
) =>
  z
    .url({ protocol: /^https?$/, hostname: /^([\w.-]+|\[.*\])$/, error })
    .regex(CLEAN, { error })
    .regex(pattern, { error })
    // `fetch` refuses them, and a link would show them.
    .regex(/^(?!https?:\/\/[^/?#]*@)/i, { error: 'must have no user and password' });

const webAddress = createAddressSchema().optional();

/** Mail servers know more addresses than browsers do, like `root@localhost`. */
const mail = z.email({ pattern: /^[^\s@,;:()[\]]+@[\p{L}\p{N}.-]*[\p{L}\p{N}]$/u }).regex(CLEAN);

const mailList = z
  .string()
  .refine((text) => text.split(',').every((part) => mail.safeParse(part.trim()).success), {
    error: 'must be a mail address, or several with commas between',
  });

/** The subject may have spaces. */
const mailLink = z
  .string()
  .regex(CLEAN)
  .regex(/^mailto:/i)
  .refine((text) => mailList.safeParse(text.replace(/^mailto:|\?.*$/gis, '')).success);

const USER_PART = '([^\\s/?#@:\\\\%]|%[\\da-f]{2})*';
const MAIL_HOST = '([\\p{L}\\p{N}._-]+|\\[[\\da-f:.]+\\])(:\\d*)?';

/** Sent as `Authorization: Bearer`. */
const key = createTextSchema(/^[\w.~+/=-]+$/, 'has characters that no key has');
/** Compared with a header, which holds ASCII only. */
const secret = createTextSchema(/^[ -~]+$/, 'must be letters, digits and signs of ASCII');

const onOff = z.stringbool({ error: 'must be true or false' }).default(false);

function createNumberSchema(from: number, to: number) {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error });
}

export const IS_MISSING = 'is missing';

const createRequiredSchema = (rule: z.ZodType<string, string>) =>
  z.string({ error: IS_MISSING }).pipe(rule);

/** Of a key that is a JWT. */
function readRole(text: string): string | undefined {
  try {
    const claims = Buffer.from(text.split('.')[1] ?? '', 'base64url').toString();
    return String((JSON.parse(claims) as { role?: unknown } | null)?.role);
  } catch {
    return undefined;
  }
}

/** For cleaned values. An optional one's description is the feature that it turns on. */
export const settingsSchema = z.object({
  // Refuses what Supabase's dashboard shows next to it: its own address, and that of one API.
  SUPABASE_URL: createRequiredSchema(
    createAddressSchema(
      'must be the project’s API address, like https://abcd.supabase.co (Project Settings → Data API)',
      /^https?:\/\/(?!(www\.)?supabase\.com\b|\S*\/(rest|auth|storage)\/v1\b)[^/\s]\S*$/i,
    ),
  ),
  // Refuses keys for browsers: `sb_publishable_…`, or a JWT of another role.
  SUPABASE_SECRET_KEY: createRequiredSchema(
    key.refine(
      (text) =>
        !text.startsWith('sb_publishable_') && [undefined, 'service_role'].includes(readRole(text)),
      { error: 'is a public key; the server-side key is needed' },
    ),
  ),
  SITE_URL: createRequiredSchema(
    createAddressSchema(
      'must begin with https:// and have no path, like https://example.com',
      /^https?:\/\/[^/?#\s]+\/?$/i,
    ).transform((url) => new URL(url).origin),
  ),
  VAPI_PUBLIC_KEY: key.optional().describe('voice calls'),
  VAPI_PRIVATE_KEY: key
    .optional()
    .describe('a separate token for each call, and asking what became of an unclear one'),
  VAPI_ORG_ID: key.optional().describe('a separate token for each call'),
  VAPI_WEBHOOK_SECRET: secret.optional().describe('the report of ended calls'),
  VAPI_ASSISTANT_ID: z
    .string()
    .regex(ASSISTANT_ID_PATTERN, { error: 'must have 1 to 64 letters, digits, - or _' })
    .optional()
    .describe('the voice call on the landing page'),
  VAPI_API_URL: webAddress,
  VAPI_CALL_MACHINE_URL: webAddress,
  CALLS_PER_DAY: createNumberSchema(0, 1_000_000).default(60),
  CALLS_AT_ONCE: createNumberSchema(1, 10_000).default(8),
  // The range that the provider accepts.
  CALL_MAX_SECONDS: createNumberSchema(10, 43_200).default(300),
  CALLS_OFF: onOff,
  CALL_RECORDING: onOff,
  // `Forwarded` holds more than an address.
  TRUSTED_IP_HEADER: createTextSchema(
    /^(?!forwarded$)[\w-]+$/i,
    'must be the name of a header, like x-real-ip',
  )
    .transform((name) => name.toLowerCase())
    .optional()
    .describe('limits per address, and alerts about failures that only browsers see'),
  HSTS: createTextSchema(
    /^max-age=\d{1,10}(; ?includeSubDomains)?(; ?preload)?$/i,
    'must be max-age=<seconds>, then perhaps ; includeSubDomains, then perhaps ; preload',
  ).default(DEFAULT_HSTS),
  RETENTION_MONTHS: createNumberSchema(1, 120).default(DEFAULT_RETENTION_MONTHS),
  OUTREACH_REPLY_URL: z
    .union([createAddressSchema(), mailLink], {
      error: 'must begin with https:// or mailto:, like mailto:eva@example.com',
    })
    .optional()
    .describe('the reply link of the outreach page'),
  ALERT_WEBHOOK_URL: webAddress.describe('alerts by webhook'),
  ALERT_WEBHOOK_KIND: z
    .enum(WEBHOOK_KINDS, { error: `must be one of ${WEBHOOK_KINDS.join(', ')}` })
    .optional(),
  // Base64, because the receiver's library decodes it.
  ALERT_WEBHOOK_SECRET: createTextSchema(
    /^(whsec_)?([a-z\d+/]{4}){8,21}([a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i,
    'must be whsec_ and 24 to 64 bytes in base64, as `openssl rand -base64 32` prints',
  )
    .optional()
    .describe('signed alerts by webhook'),
  ALERT_SMTP_URL: createTextSchema(
    new RegExp(`^smtps?://(${USER_PART}(:${USER_PART})?@)?${MAIL_HOST}/?(\\?[^@#\\s]*)?$`, 'iu'),
    'must be an address like smtps://user:password@host, with an encoded user and password: ' +
      '# as %23, / as %2F, ? as %3F, @ as %40, : as %3A, % as %25, \\ as %5C and a space as %20',
  )
    .optional()
    .describe('alerts by mail, and the acknowledgement that visitors get'),
  PROSPECT_ALERTS_OFF: onOff,
  WEEKLY_SUMMARY_OFF: onOff,
  ALERT_MAIL_TO: mailList.optional().describe('alerts by mail'),
  BOOKING_URL: webAddress
    .refine((text) => !/\{(?!email\})|(?<!\{email)\}/.test(text ?? ''), {
      error: 'may have no placeholder but {email}',
    })
    .describe('the booking link after a request and in the acknowledgement'),
  CRON_SECRET: secret
    .min(16, { error: 'must have at least 16 characters' })
    .optional()
    .describe('background jobs whenever a scheduler asks, not hourly'),
  PORT: createNumberSchema(1, 65_535).optional(),
  LISTEN_HOST: z
    .union([z.ipv4(), z.ipv6(), z.hostname()], { error: 'must be a host or an IP address' })
    .optional(),
});
