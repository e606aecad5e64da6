import { cleanSetting, type Environment } from './settings';

// https://vercel.com/docs/environment-variables/system-environment-variables
/** Returns SITE_URL, or its own address for a preview on Vercel. */
export function readSiteUrl(environment: Environment): string | undefined {
  const { SITE_URL, VERCEL_ENV, VERCEL_BRANCH_URL, VERCEL_URL } = environment;
  // The branch's address is the same in every deployment.
  const host = VERCEL_BRANCH_URL?.trim() || VERCEL_URL?.trim();
  if (VERCEL_ENV === 'preview' && host) return `https://${host}`;
  return cleanSetting(SITE_URL) || undefined;
}
