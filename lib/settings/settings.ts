import * as z from 'zod';
import { ASSISTANT_ID_PATTERN } from '../outreach/assistant-id';
import {
  createWholeNumberSchema,
  databaseAddressSchema,
  hstsSchema,
  keySchema,
  mailAddressesSchema,
  mailServerSchema,
  replyAddressSchema,
  secretSchema,
  serverKeySchema,
  signingSecretSchema,
  siteAddressSchema,
  switchSchema,
  webAddressSchema,
} from './rules';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Two years, for this host alone. */
export const DEFAULT_HSTS = 'max-age=63072000';
export const DEFAULT_RETENTION_MONTHS = 12;

/** The receivers of alerts; `lib/server/notify/alert-webhook.ts` knows their formats. */
export const WEBHOOK_KINDS = ['slack', 'discord', 'google-chat', 'teams', 'ntfy', 'json'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

export const IS_MISSING = 'is missing';

const createRequiredSchema = (rule: z.ZodType<string, string>) =>
  z.string({ error: IS_MISSING }).pipe(rule);

/** For cleaned values. An optional one's description is the feature that it turns on. */
export const settingsSchema = z.object({
  SUPABASE_URL: createRequiredSchema(databaseAddressSchema),
  SUPABASE_SECRET_KEY: createRequiredSchema(serverKeySchema),
  SITE_URL: createRequiredSchema(siteAddressSchema),
  VAPI_PUBLIC_KEY: keySchema.optional().describe('voice calls'),
  VAPI_PRIVATE_KEY: keySchema.optional().describe('a separate token for each call'),
  VAPI_ORG_ID: keySchema.optional().describe('a separate token for each call'),
  VAPI_WEBHOOK_SECRET: secretSchema.optional().describe('the report of ended calls'),
  VAPI_ASSISTANT_ID: z
    .string()
    .regex(ASSISTANT_ID_PATTERN, { error: 'must have 1 to 64 letters, digits, - or _' })
    .optional()
    .describe('the voice call on the landing page'),
  VAPI_API_URL: webAddressSchema.optional().describe('another address of the voice provider'),
  VAPI_CALL_MACHINE_URL: webAddressSchema.optional().describe('a call machine of our own'),
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
    .optional()
    .describe('the rate limit per address'),
  HSTS: hstsSchema.default(DEFAULT_HSTS),
  RETENTION_MONTHS: createWholeNumberSchema(1, 120).default(DEFAULT_RETENTION_MONTHS),
  OUTREACH_REPLY_URL: replyAddressSchema.optional().describe('the reply link of the outreach page'),
  ALERT_WEBHOOK_URL: webAddressSchema.optional().describe('alerts by webhook'),
  ALERT_WEBHOOK_KIND: z
    .enum(WEBHOOK_KINDS, { error: `must be one of ${WEBHOOK_KINDS.join(', ')}` })
    .optional(),
  ALERT_WEBHOOK_SECRET: signingSecretSchema.optional().describe('signed alerts by webhook'),
  ALERT_SMTP_URL: mailServerSchema
    .optional()
    .describe('alerts by mail, and the acknowledgement that visitors get'),
  PROSPECT_ALERTS_OFF: switchSchema,
  WEEKLY_SUMMARY_OFF: switchSchema,
  ALERT_MAIL_TO: mailAddressesSchema.optional().describe('alerts by mail'),
  BOOKING_URL: webAddressSchema
    .optional()
    .describe('the booking link after a request and in the acknowledgement'),
  CRON_SECRET: secretSchema
    .min(16, { error: 'must have at least 16 characters' })
    .optional()
    .describe('background jobs whenever a scheduler asks, not hourly'),
  PORT: createWholeNumberSchema(1, 65_535).optional(),
  LISTEN_HOST: z
    .union([z.ipv4(), z.ipv6(), z.hostname()], { error: 'must be a host or an IP address' })
    .optional(),
});

export type Settings = z.output<typeof settingsSchema>;

const NAMES = Object.keys(settingsSchema.shape);

export const REQUIRED_SETTINGS = Object.entries(settingsSchema.shape)
  .filter(([, rule]) => !rule.safeParse(undefined).success)
  .map(([name]) => name);

/** Settings that do nothing without another one. */
const PARTNERS: Partial<Record<keyof Settings, keyof Settings>> = {
  VAPI_PRIVATE_KEY: 'VAPI_ORG_ID',
  VAPI_ORG_ID: 'VAPI_PRIVATE_KEY',
  ALERT_SMTP_URL: 'ALERT_MAIL_TO',
  ALERT_MAIL_TO: 'ALERT_SMTP_URL',
  ALERT_WEBHOOK_KIND: 'ALERT_WEBHOOK_URL',
  ALERT_WEBHOOK_SECRET: 'ALERT_WEBHOOK_URL',
};

/** Cleans our variables only, because quotes may belong to the value of others. */
export function cleanSettings(source: Environment): Record<string, string> {
  const named = Object.entries(source).map(([name, text]) => [name.trim(), text] as const);
  const ourEntries = named.filter(([name]) => NAMES.includes(name));
  return Object.fromEntries(ourEntries.map(([name, text]) => [name, cleanSetting(text)]));
}

/** Trims blanks, invisible characters, and the quotes that `docker run --env-file` keeps. */
const cleanSetting = (text = '') =>
  trimInvisible(trimInvisible(text).replace(/^(["'])(.*)\1$/s, '$2'));

/** Chats and Windows dialogs copy invisible characters, such as U+200B and U+202A. */
const trimInvisible = (text: string) => text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');

/** Called where the process starts: all code after it reads clean settings. */
export function cleanProcessEnv(): void {
  Object.assign(process.env, cleanSettings(process.env));
}

/** An empty setting is not set. */
export const omitEmpty = (source: Environment) =>
  Object.fromEntries(Object.entries(source).filter(([, text]) => text));

/** `reason` is the rest of a sentence that begins with the name. It never holds the value. */
export type SettingProblem = { name: string; reason: string };

/** Lists what is missing, invalid or without its partner, in clean settings. */
export function findProblems(source: Environment): SettingProblem[] {
  const settings = omitEmpty(source);
  const halfSet = Object.entries(PARTNERS).filter(
    ([name, partner]) => settings[name] && !settings[partner],
  );
  const reasons = new Map([
    ...halfSet.map(([name, partner]) => [name, `needs ${partner}, which is not set`] as const),
    // Its own rule says more.
    ...listIssues(settingsSchema.safeParse(settings).error),
  ]);
  return Array.from(reasons, ([name, reason]) => ({ name, reason }));
}

const listIssues = (error?: z.ZodError) =>
  (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const);

/** Returns a sentence without a full stop. */
export const joinProblems = (problems: readonly SettingProblem[]) =>
  problems.map(({ name, reason }) => `${name} ${reason}`).join('; ');

/** The first word of a name: one of our settings says ALERT, and another CALLS. */
const readFamily = (name: string) => name.trim().toUpperCase().split('_')[0]?.replace(/S$/, '');

/** Lists the names that begin like an optional setting and are none, such as misspelt ones. */
export function listUnknownSettings(source: Environment = process.env): string[] {
  const optional = NAMES.filter((name) => !REQUIRED_SETTINGS.includes(name));
  const families = new Set(optional.map(readFamily));
  return Object.keys(source).filter(
    (name) => !NAMES.includes(name.trim()) && families.has(readFamily(name)),
  );
}

/** From clean settings, as text. Throws when a value is not valid. */
export function readBuiltInSettings(source: Environment) {
  const builtIn = settingsSchema.pick({ HSTS: true, RETENTION_MONTHS: true });
  const { data, error } = builtIn.safeParse(omitEmpty(source));
  if (!data) throw new Error(`${listIssues(error)[0]?.join(' ')}.`);
  return { HSTS: data.HSTS, RETENTION_MONTHS: String(data.RETENTION_MONTHS) };
}

// https://vercel.com/docs/environment-variables/system-environment-variables
/** Returns SITE_URL of clean settings, or its own address for a preview on Vercel. */
export function readSiteUrl(environment: Environment): string | undefined {
  const { SITE_URL, VERCEL_ENV, VERCEL_BRANCH_URL, VERCEL_URL } = environment;
  // The branch's address is the same in every deployment.
  const host = VERCEL_BRANCH_URL?.trim() || VERCEL_URL?.trim();
  if (VERCEL_ENV === 'preview' && host) return `https://${host}`;
  return SITE_URL || undefined;
}

/** Returns the origin of SITE_URL or of a preview. Throws when it is missing or not valid. */
export function getSiteOrigin(text = readSiteUrl(process.env)): string {
  if (!text) throw new Error('Missing setting: SITE_URL. .env.example explains it.');
  const { data, error } = settingsSchema.shape.SITE_URL.safeParse(text);
  if (error) throw new Error(`SITE_URL ${error.issues.at(-1)?.message}.`);
  return data;
}

/** Whether calls are set up: with a public key, or with what signs a token for each call. */
export const areCallsConfigured = (
  settings: Pick<Settings, 'VAPI_PUBLIC_KEY' | 'VAPI_PRIVATE_KEY' | 'VAPI_ORG_ID'>,
) => Boolean(settings.VAPI_PUBLIC_KEY ?? (settings.VAPI_PRIVATE_KEY && settings.VAPI_ORG_ID));
