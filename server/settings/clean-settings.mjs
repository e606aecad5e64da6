// JavaScript, because scripts and the server of production read it outside of any bundle.

const PREFIX = /^(SUPABASE|VAPI|CALLS?|ALERT|OTEL)_/;
const NAMES = new Set([
  ...['SITE_URL', 'BOOKING_URL', 'OUTREACH_REPLY_URL', 'TRUSTED_IP_HEADER', 'CRON_SECRET'],
  ...['RETENTION_MONTHS', 'HSTS', 'HYDRATION', 'PORT', 'LISTEN_HOST'],
]);

/**
 * Trims blanks, line ends, a byte order mark, and a pair of quotes, which `docker run --env-file`
 * keeps.
 */
export function cleanSetting(/** @type {string | undefined} */ text = '') {
  // `trim` removes a byte order mark, too.
  const trimmed = text.trim();
  return trimmed.replace(/^(["'])(.*)\1$/s, '$2').trim();
}

/**
 * Cleans the variables that are ours; in others, quotes may be meant.
 * @param {Readonly<Record<string, string | undefined>>} source
 */
export function cleanSettings(source) {
  const named = Object.entries(source).map(
    ([name, text]) => /** @type {const} */ ([name.trim(), text]),
  );
  const ours = named.filter(([name]) => NAMES.has(name) || PREFIX.test(name));
  return Object.fromEntries(ours.map(([name, text]) => [name, cleanSetting(text)]));
}
