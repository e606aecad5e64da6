// JavaScript, because the build's scripts read it outside of any bundle.

import { cleanSetting } from './clean-settings.mjs';

/**
 * The address that the site is built for and served at: SITE_URL, but a preview on Vercel takes its own, whatever SITE_URL
 * says. The one rule for build and server.
 *
 * @param {Readonly<Record<string, string | undefined>>} variables of the environment; the host names its addresses in
 *   https://vercel.com/docs/environment-variables/system-environment-variables
 * @returns {string | undefined} as it is set, cleaned; undefined when nothing names one
 */
export function siteAddress({ SITE_URL, VERCEL_ENV, VERCEL_BRANCH_URL, VERCEL_URL }) {
  // The branch's address stays the same from one deployment to the next.
  const host = VERCEL_BRANCH_URL?.trim() || VERCEL_URL?.trim();
  if (VERCEL_ENV === 'preview' && host) return `https://${host}`;
  return cleanSetting(SITE_URL) || undefined;
}
