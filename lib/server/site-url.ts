import 'server-only';
import { siteAddress } from '@/server/settings/site-address.mjs';

/** The site's public address. Without one, a build has no absolute links. */
export function siteUrl(): URL | null {
  const address = siteAddress(process.env);
  return address && URL.canParse(address) ? new URL(address) : null;
}
