// JavaScript, because next.config.ts and the build's scripts read it outside of any bundle.

import { cleanSetting } from './clean-settings.mjs';

/** In effect where `HSTS` is not set: two years, for this host alone. */
export const DEFAULT_HSTS = 'max-age=63072000';

/** In effect where `RETENTION_MONTHS` is not set. */
export const DEFAULT_RETENTION_MONTHS = 12;
export const MOST_RETENTION_MONTHS = 120;

/** What `HSTS` has to be, as the end of a sentence. */
export const HSTS_RULE =
  'must be max-age=<seconds>, which includeSubDomains and preload may follow after semicolons';

/**
 * Reads a value of the header Strict-Transport-Security.
 *
 * @param {string} text
 * @returns {string | undefined} in its usual spelling; undefined when a browser would ignore it
 */
export function parseHsts(text) {
  const directives = text
    .toLowerCase()
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean);
  const maxAge = directives.find((directive) => /^max-age=\d{1,10}$/.test(directive));
  if (!maxAge) return undefined;
  const optional = ['includeSubDomains', 'preload'].filter((name) =>
    directives.includes(name.toLowerCase()),
  );
  const known = [maxAge, ...optional];
  return known.length === directives.length ? known.join('; ') : undefined;
}

/**
 * The settings that a build keeps for good, because they are in its headers or pages. The same rule
 * for the build and the server, which refuses a build that was made with others.
 *
 * @param {Readonly<Record<string, string | undefined>>} variables of the environment
 * @returns {{ HSTS: string, RETENTION_MONTHS: string }}
 * @throws {Error} with a sentence when one of them is wrong
 */
export function builtInSettings({ HSTS, RETENTION_MONTHS }) {
  const hsts = parseHsts(cleanSetting(HSTS) || DEFAULT_HSTS);
  if (!hsts) throw new Error(`HSTS ${HSTS_RULE}.`);
  const months = cleanSetting(RETENTION_MONTHS) || String(DEFAULT_RETENTION_MONTHS);
  if (!/^[1-9]\d{0,2}$/.test(months) || Number(months) > MOST_RETENTION_MONTHS)
    throw new Error(`RETENTION_MONTHS must be a whole number from 1 to ${MOST_RETENTION_MONTHS}.`);
  return { HSTS: hsts, RETENTION_MONTHS: months };
}
