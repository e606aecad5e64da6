// JavaScript, because the build's scripts read it outside of any bundle.

import { cleanSetting } from './clean-settings.mjs';

/**
 * Returns the site's address: SITE_URL, or its own address for a preview on Vercel.
 * https://vercel.com/docs/environment-variables/system-environment-variables
 * @param {Readonly<Record<string, string | undefined>>} variables of the environment
 * @returns {string | undefined} cleaned, but not checked
 */
export function siteAddress({ SITE_URL, VERCEL_ENV, VERCEL_BRANCH_URL, VERCEL_URL }) {
  // The branch's address is the same in every deployment.
  const host = VERCEL_BRANCH_URL?.trim() || VERCEL_URL?.trim();
  if (VERCEL_ENV === 'preview' && host) return `https://${host}`;
  return cleanSetting(SITE_URL) || undefined;
}
