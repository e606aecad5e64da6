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
  VAPI_PRIVATE_KEY: keySchema
    .optional()
    .describe('a separate token for each call, and asking what became of an unclear one'),
  VAPI_ORG_ID: keySchema.optional().describe('a separate token for each call'),
  VAPI_WEBHOOK_SECRET: secretSchema.optional().describe('the report of ended calls'),
  VAPI_ASSISTANT_ID: z
    .string()
    .regex(ASSISTANT_ID_PATTERN, { error: 'must have 1 to 64 letters, digits, - or _' })
    .optional()
    .describe('the voice call on the landing page'),
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

export const REQUIRED_SETTINGS = ['SUPABASE_URL', 'SUPABASE_SECRET_KEY', 'SITE_URL'];

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

/** Returns clean settings as the host completes them, without empty ones. */
export function collectSettings(source: Environment = process.env): Environment {
  const settings: Record<string, string | undefined> = { ...source, ...cleanSettings(source) };
  // Vercel sets this header itself and drops the visitor's.
  if (source['VERCEL']) settings['TRUSTED_IP_HEADER'] ||= 'x-vercel-forwarded-for';
  // https://vercel.com/docs/environment-variables/system-environment-variables
  // A preview has an address of its own; the branch's is the same in every deployment.
  const host = source['VERCEL_BRANCH_URL']?.trim() || source['VERCEL_URL']?.trim();
  if (source['VERCEL_ENV'] === 'preview' && host) settings['SITE_URL'] = `https://${host}`;
  return Object.fromEntries(Object.entries(settings).filter(([, text]) => text));
}

/** `reason` is the rest of a sentence that begins with the name. It never holds the value. */
export type SettingProblem = { name: string; reason: string };

/** Lists what is missing, invalid or without its partner. */
export function findProblems(source: Environment = process.env): SettingProblem[] {
  const settings = collectSettings(source);
  const reasons = new Map<string, string>();
  for (const [name, partner] of Object.entries(PARTNERS))
    if (settings[name] && !settings[partner])
      reasons.set(name, `needs ${partner}, which is not set`);
  // The last issue of a setting says most.
  for (const { path, message } of settingsSchema.safeParse(settings).error?.issues ?? [])
    reasons.set(String(path[0]), message);
  return Array.from(reasons, ([name, reason]) => ({ name, reason }));
}

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

const builtInSchema = settingsSchema.pick({ SITE_URL: true, HSTS: true, RETENTION_MONTHS: true });
export type BuiltInSettings = z.output<typeof builtInSchema>;

/** Reads what a build contains. Throws a sentence if one is missing or not valid. */
export function readBuiltInSettings(source?: Environment): BuiltInSettings {
  const problems = findProblems(source).filter(({ name }) => name in builtInSchema.shape);
  if (problems.length > 0) throw new Error(`${joinProblems(problems)}.`);
  return builtInSchema.parse(collectSettings(source));
}

/** Throws a sentence if it is missing or not valid. */
export function getSiteOrigin(siteUrl: string): string {
  return readBuiltInSettings({ SITE_URL: siteUrl }).SITE_URL;
}

/** Whether calls are set up: with a public key, or with what signs a token for each call. */
export const areCallsConfigured = (
  settings: Pick<Settings, 'VAPI_PUBLIC_KEY' | 'VAPI_PRIVATE_KEY' | 'VAPI_ORG_ID'>,
) => Boolean(settings.VAPI_PUBLIC_KEY ?? (settings.VAPI_PRIVATE_KEY && settings.VAPI_ORG_ID));
