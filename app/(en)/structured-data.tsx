import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { buildStructuredData } from '@/lib/content/structured-data';
import { getSiteUrl } from '@/lib/server/site-url';

/** The landing page's JSON-LD. Browsers do not run it, so it needs no hash in the CSP. */
export function StructuredData() {
  const url = getSiteUrl();
  if (!url) return null;
  const graph = buildStructuredData(url.origin, site.brand, en);
  // A `<` in the texts could end the script.
  const __html = JSON.stringify(graph).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
}
