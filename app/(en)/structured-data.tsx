import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { structuredData } from '@/lib/content/structured-data';
import { siteUrl } from '@/lib/server/site-url';

/** The page's JSON-LD: a data block, which needs no hash in the content security policy. */
export function StructuredData() {
  const address = siteUrl();
  if (!address) return null;
  const graph = structuredData(address.origin, site.brand, en);
  // A `<` in the copy could end the block.
  const __html = JSON.stringify(graph).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
}
