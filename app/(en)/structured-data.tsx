import type { Graph } from 'schema-dts';
import { en } from '@/lib/content/en';
import { phone } from '@/lib/content/phone';
import { site } from '@/lib/content/site';
import { readBuiltInSettings } from '@/lib/settings/settings';

/** JSON-LD. Browsers do not run it, so it needs no hash in the CSP. */
export function StructuredData() {
  const graph = buildStructuredData(readBuiltInSettings().SITE_URL);
  // A `<` in the texts could end the script.
  const __html = JSON.stringify(graph).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
}

/** Builds the JSON-LD of the landing page. It contains only sentences that the page shows. */
function buildStructuredData(origin: string): Graph {
  const { footer } = en;
  const toUrl = (path: string) => new URL(path, origin).href;
  const refer = (id: string) => ({ '@id': toUrl(`/#${id}`) });
  const described = en.services.cards.map(({ title, text }) => ({
    name: title,
    description: text,
  }));
  const services = [...described, { name: footer.customSolutions }].map((service) => ({
    '@type': 'Service' as const,
    ...service,
    provider: refer('organization'),
  }));
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...refer('organization'),
        name: site.brand,
        legalName: site.controller.name,
        url: toUrl('/'),
        logo: toUrl('/icon-512.png'),
        description: footer.blurb,
        ...(phone && { telephone: phone.number }),
      },
      {
        '@type': 'WebSite',
        url: toUrl('/'),
        name: site.brand,
        inLanguage: 'en',
        publisher: refer('organization'),
      },
      ...services,
    ],
  };
}
