import 'server-only';

/**
 * The public address that is baked into prerendered pages: SITE_URL at build time.
 * `null` where a build does not name one; such a build carries no absolute links.
 */
export function siteUrl(): URL | null {
  const address = process.env.SITE_URL?.trim();
  return address && URL.canParse(address) ? new URL(address) : null;
}
