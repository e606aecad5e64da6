import { type Environment, settingsSchema } from './settings';

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
