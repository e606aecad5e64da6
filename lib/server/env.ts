import 'server-only';
import * as z from 'zod';
import { siteAddress } from './site-address.mjs';

/** What is off while an optional setting is missing. */
const OPTIONAL = {
  VAPI_PUBLIC_KEY: 'voice calls',
  VAPI_PRIVATE_KEY: 'a token of its own for each call',
  VAPI_ORG_ID: 'a token of its own for each call',
  VAPI_WEBHOOK_SECRET: 'the report of ended calls',
  VAPI_ASSISTANT_ID: 'the voice call on the landing page',
  VAPI_API_URL: 'another address of the voice provider',
  VAPI_CALL_MACHINE_URL: 'a call machine of our own',
  TRUSTED_IP_HEADER: 'the rate limit per address',
  OUTREACH_REPLY_URL: 'the reply link of the outreach page',
  ALERT_WEBHOOK_URL: 'alerts by webhook',
  ALERT_SMTP_URL: 'alerts by mail, and the acknowledgement that visitors get',
  ALERT_MAIL_TO: 'alerts by mail',
  BOOKING_URL: 'the booking link after a request and in the acknowledgement',
  CRON_SECRET: 'GET /api/cron',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'traces',
} as const;

const WEBHOOK_KINDS = ['slack', 'discord', 'google-chat', 'teams', 'ntfy', 'json'] as const;

const MAIL_ADDRESSES = /^[^\s@,]+@[^\s@,]+(\s*,\s*[^\s@,]+@[^\s@,]+)*$/;

const optionalText = z.string().optional();
const optionalUrl = z.url({ protocol: /^https?$/, error: 'must be a web address' }).optional();
const required = (value: z.ZodType<string, string>) => z.string({ error: 'missing' }).pipe(value);
const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address' });

/** A whole number that must lie between two others. */
const count = (from: number, to: number, byDefault: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(from, { error: `must be at least ${from}` })
    .max(to, { error: `must be at most ${to}` })
    .default(byDefault);
const optionalSwitch = z.stringbool({ error: 'must be true or false' }).default(false);

const schema = z.object({
  SUPABASE_URL: required(webAddress),
  SUPABASE_SECRET_KEY: required(
    z.string().refine((key) => !isPublicKey(key), {
      error: 'is a public key; the server-side key is needed',
    }),
  ),
  SITE_URL: required(webAddress.transform((url) => new URL(url).origin)),
  VAPI_PUBLIC_KEY: optionalText,
  VAPI_PRIVATE_KEY: optionalText,
  VAPI_ORG_ID: optionalText,
  VAPI_WEBHOOK_SECRET: optionalText,
  VAPI_ASSISTANT_ID: optionalText,
  VAPI_API_URL: optionalUrl,
  VAPI_CALL_MACHINE_URL: optionalUrl,
  CALLS_PER_DAY: count(0, 1_000_000, 60),
  CALLS_AT_ONCE: count(0, 10_000, 8),
  // What the provider accepts.
  CALL_MAX_SECONDS: count(10, 43_200, 300),
  CALLS_OFF: optionalSwitch,
  CALL_RECORDING: optionalSwitch,
  TRUSTED_IP_HEADER: optionalText.transform((name) => name?.toLowerCase()),
  OUTREACH_REPLY_URL: z
    .url({ protocol: /^(https?|mailto)$/, error: 'must be a web or mail address' })
    .optional(),
  ALERT_WEBHOOK_URL: optionalUrl,
  ALERT_WEBHOOK_KIND: z
    .enum(WEBHOOK_KINDS, { error: `must be one of ${WEBHOOK_KINDS.join(', ')}` })
    .optional(),
  ALERT_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtps://user:password@host' })
    .optional(),
  ALERT_MAIL_TO: z
    .string()
    .regex(MAIL_ADDRESSES, { error: 'must be a mail address, or several with commas between' })
    .optional(),
  BOOKING_URL: optionalUrl,
  CRON_SECRET: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  /** Set by Next itself. */
  NODE_ENV: z.string().optional(),
  /** Next's output folder, as next.config.mjs has it. */
  NEXT_DIST_DIR: z.string().default('.next'),
});

export type Env = z.output<typeof schema>;

export type EnvReport = {
  /** Required settings that are not set, by name. */
  missing: string[];
  /** Settings with a value that cannot be right: name and reason, never the value. */
  invalid: { name: string; reason: string }[];
  /** Optional settings that are not set, and what is off without them. */
  off: { name: string; feature: string }[];
};

/** True for a key that a browser may hold: `sb_publishable_…`, or a JWT of another role than the server's. */
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

/** What Vercel sets itself, on every request; a visitor's own is dropped there. */
const ON_VERCEL = { TRUSTED_IP_HEADER: 'x-vercel-forwarded-for' };

/** What is set, without the blanks around it, and what the host knows without being told. */
function settingsIn(source: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const trimmed = Object.entries(source).map(([name, value]) => [name, value?.trim()] as const);
  return {
    ...(source['VERCEL'] ? ON_VERCEL : {}),
    ...Object.fromEntries(trimmed.filter(([, value]) => value)),
    SITE_URL: siteAddress(source),
  };
}

/** Reports what is missing, wrong or off in `source`. Never throws, never repeats a value. */
export function describeEnv(source: NodeJS.ProcessEnv = process.env): EnvReport {
  const settings = settingsIn(source);
  const issues = schema.safeParse(settings).error?.issues ?? [];
  const reasons = new Map(issues.map((issue) => [String(issue.path[0]), issue.message]));
  const problems = [...reasons].map(([name, reason]) => ({ name, reason }));
  return {
    missing: problems.filter(({ reason }) => reason === 'missing').map(({ name }) => name),
    invalid: problems.filter(({ reason }) => reason !== 'missing'),
    off: Object.entries(OPTIONAL)
      .filter(([name]) => !settings[name] && !(name === 'VAPI_PUBLIC_KEY' && canCall(settings)))
      .map(([name, feature]) => ({ name, feature })),
  };
}

/** Whether requests are answered by functions: a process that ends would be started again for the next request. */
export const isFunctionHost = () =>
  Boolean(process.env.VERCEL ?? process.env.AWS_LAMBDA_FUNCTION_NAME);

/** Whether the provider can be asked for calls: with a public key, or with what signs a token for each call. */
export const canCall = (
  settings: Readonly<
    Partial<Record<'VAPI_PUBLIC_KEY' | 'VAPI_PRIVATE_KEY' | 'VAPI_ORG_ID', string | undefined>>
  >,
) => Boolean(settings.VAPI_PUBLIC_KEY ?? (settings.VAPI_PRIVATE_KEY && settings.VAPI_ORG_ID));

/** The settings in `source`; undefined where one is missing or wrong. Never throws. */
export const readEnv = (source: NodeJS.ProcessEnv): Env | undefined =>
  schema.safeParse(settingsIn(source)).data;

let parsed: Env | undefined;

/**
 * The settings, read and checked on first use, so that building needs none.
 * Throws an error that lists every missing or invalid variable by name, never a value.
 */
export function env(): Env {
  if (parsed) return parsed;
  const result = schema.safeParse(settingsIn(process.env));
  if (!result.success) {
    const { missing, invalid } = describeEnv();
    const parts = [
      ...missing.map((name) => `${name} is missing`),
      ...invalid.map(({ name, reason }) => `${name} ${reason}`),
    ];
    const error = new Error(`${parts.join('; ')}.`);
    error.name = 'SettingsError';
    throw error;
  }
  return (parsed = result.data);
}
