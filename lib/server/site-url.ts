import 'server-only';
import { siteAddress } from '../../server/settings/site-address.mjs';

/**
 * The public address in pages, those that the build renders included. Null where none is set; such a build has no absolute
 * links.
 */
export function siteUrl(): URL | null {
  const address = siteAddress(process.env);
  return address && URL.canParse(address) ? new URL(address) : null;
}
