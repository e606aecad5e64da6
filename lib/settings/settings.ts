import type * as z from 'zod';
import { settingsSchema } from './rules';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Settings = z.output<typeof settingsSchema>;

const NAMES = Object.keys(settingsSchema.shape);

export const REQUIRED_SETTINGS = ['SUPABASE_URL', 'SUPABASE_SECRET_KEY', 'SITE_URL'];

/** Settings that do nothing without another one. */
export const PARTNERS: Partial<Record<keyof Settings, keyof Settings>> = {
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
const getFamily = (name: string) => name.trim().toUpperCase().split('_')[0]?.replace(/S$/, '');

/** Lists the names that begin like an optional setting and are none, such as misspelt ones. */
export function listUnknownSettings(source: Environment = process.env): string[] {
  const optional = NAMES.filter((name) => !REQUIRED_SETTINGS.includes(name));
  const families = new Set(optional.map(getFamily));
  return Object.keys(source).filter(
    (name) => !NAMES.includes(name.trim()) && families.has(getFamily(name)),
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

/** Whether calls are set up: with a public key, or with what signs a token for each call. */
export const areCallsConfigured = (
  settings: Pick<Settings, 'VAPI_PUBLIC_KEY' | 'VAPI_PRIVATE_KEY' | 'VAPI_ORG_ID'>,
) => Boolean(settings.VAPI_PUBLIC_KEY ?? (settings.VAPI_PRIVATE_KEY && settings.VAPI_ORG_ID));
