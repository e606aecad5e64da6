import 'server-only';
import type { AddressKind } from '@/lib/settings/addresses';
import type { SiteBuild } from '@/lib/settings/site-build';

/**
 * Returns the inline scripts that may run on the page at `path`. A prerendered page may be cached,
 * so it has hashes and no nonce. Any other may show the page for unknown addresses or errors.
 *
 * @param kind what the build has at `path`, if anything
 */
export function findInlineScripts(
  path: string,
  kind: AddressKind | undefined,
  pages: SiteBuild['pages'],
  createNonce: () => string,
) {
  const ownPage = kind === 'page' ? pages[path] : undefined;
  if (ownPage) return { hashes: ownPage.inlineScripts };
  const hashes = [pages['/_not-found'], pages['/_global-error']].flatMap(
    ({ inlineScripts }) => inlineScripts,
  );
  return kind === 'route' ? { hashes, nonce: createNonce() } : { hashes };
}
