import 'server-only';

/**
 * The public address in prerendered pages: SITE_URL at build time. Null where it is not set; such a build has no
 * absolute links.
 */
export function siteUrl(): URL | null {
  const address = process.env.SITE_URL?.trim();
  return address && URL.canParse(address) ? new URL(address) : null;
}
