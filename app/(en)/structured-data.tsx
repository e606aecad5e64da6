import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { structuredData } from '@/lib/content/structured-data';
import { siteUrl } from '@/lib/server/site-url';

/** The page's JSON-LD. A data block runs nothing, so the content security policy asks for no hash. */
export function StructuredData() {
  const address = siteUrl();
  if (!address) return null;
  const graph = structuredData(address.origin, site.brand, en);
  // A `<` could end the block early, whatever the copy says one day.
  const __html = JSON.stringify(graph).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
}
