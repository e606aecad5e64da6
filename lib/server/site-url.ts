import 'server-only';
import { getSiteAddress } from '@/lib/settings/site-address.mjs';

/** Returns the site's public address. Without one, a build has no absolute links. */
export function getSiteUrl(): URL | null {
  const address = getSiteAddress(process.env);
  return address && URL.canParse(address) ? new URL(address) : null;
}
