// These files are JavaScript, because next.config.ts, scripts and the server import them unbundled.

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

const PREFIX = /^(SUPABASE|VAPI|CALLS?|ALERT)_/;
const NAMES = new Set([
  ...['SITE_URL', 'BOOKING_URL', 'OUTREACH_REPLY_URL', 'TRUSTED_IP_HEADER', 'CRON_SECRET'],
  ...['RETENTION_MONTHS', 'HSTS', 'HYDRATION', 'PORT', 'LISTEN_HOST'],
]);

/** Trims blanks, invisible characters, and the quotes that `docker run --env-file` keeps. */
export function cleanSetting(/** @type {string | undefined} */ text = '') {
  return trimInvisible(trimInvisible(text).replace(/^(["'])(.*)\1$/s, '$2'));
}

/** Chats and Windows dialogs copy invisible characters, such as U+200B and U+202A. */
const trimInvisible = (/** @type {string} */ text) =>
  text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');

/** Cleans our variables only, because quotes may belong to the value of others. */
export function cleanSettings(/** @type {Environment} */ source) {
  const named = Object.entries(source).map(
    ([name, text]) => /** @type {const} */ ([name.trim(), text]),
  );
  const ourEntries = named.filter(([name]) => NAMES.has(name) || PREFIX.test(name));
  return Object.fromEntries(ourEntries.map(([name, text]) => [name, cleanSetting(text)]));
}
