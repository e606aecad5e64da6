export type Environment = Readonly<Record<string, string | undefined>>;

/** The site does not start without them. */
export const REQUIRED_SETTINGS = ['SUPABASE_URL', 'SUPABASE_SECRET_KEY', 'SITE_URL'] as const;

const PREFIX = /^(SUPABASE|VAPI|CALLS?|ALERT)_/;
const NAMES = new Set([
  'SITE_URL',
  'BOOKING_URL',
  'OUTREACH_REPLY_URL',
  'TRUSTED_IP_HEADER',
  'CRON_SECRET',
  'RETENTION_MONTHS',
  'HSTS',
  'HYDRATION',
  'PORT',
  'LISTEN_HOST',
]);

/** Trims blanks, invisible characters, and the quotes that `docker run --env-file` keeps. */
export function cleanSetting(text = ''): string {
  return trimInvisible(trimInvisible(text).replace(/^(["'])(.*)\1$/s, '$2'));
}

/** Chats and Windows dialogs copy invisible characters, such as U+200B and U+202A. */
const trimInvisible = (text: string) => text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');

/** Cleans our variables only, because quotes may belong to the value of others. */
export function cleanSettings(source: Environment): Record<string, string> {
  const named = Object.entries(source).map(([name, text]) => [name.trim(), text] as const);
  const ourEntries = named.filter(([name]) => NAMES.has(name) || PREFIX.test(name));
  return Object.fromEntries(ourEntries.map(([name, text]) => [name, cleanSetting(text)]));
}
