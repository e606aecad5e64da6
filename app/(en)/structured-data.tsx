import type { Graph } from 'schema-dts';
import { en } from '@/lib/content/en';
import { phone } from '@/lib/content/phone';
import { site } from '@/lib/content/site';
import { getSiteUrl } from '@/lib/server/env';

/** JSON-LD. Browsers do not run it, so it needs no hash in the CSP. */
export function StructuredData() {
  const url = getSiteUrl();
  if (!url) return null;
  const graph = buildStructuredData(url.origin);
  // A `<` in the texts could end the script.
  const __html = JSON.stringify(graph).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
}

/** Builds the JSON-LD of the landing page. It contains only sentences that the page shows. */
function buildStructuredData(origin: string): Graph {
  const { footer, hero } = en;
  const toUrl = (path: string) => new URL(path, origin).href;
  const organization = { '@id': toUrl('/#organization') };
  const website = { '@id': toUrl('/#website') };
  const services = [
    ...en.services.cards.map(({ title, text }) => ({ name: title, description: text })),
    { name: footer.customSolutions },
  ];
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...organization,
        name: site.brand,
        legalName: site.controller.name,
        url: toUrl('/'),
        logo: toUrl('/icon-512.png'),
        description: footer.blurb,
        ...(phone && { telephone: phone.number }),
        hasOfferCatalog: { '@id': toUrl('/#services') },
      },
      {
        '@type': 'WebSite',
        ...website,
        url: toUrl('/'),
        name: site.brand,
        publisher: organization,
      },
      {
        '@type': 'WebPage',
        '@id': toUrl('/#page'),
        url: toUrl('/'),
        name: hero.title,
        description: hero.tagline,
        inLanguage: 'en',
        isPartOf: website,
        about: organization,
      },
      ...services.map((service, index) => ({
        '@type': 'Service' as const,
        '@id': toUrl(`/#service-${index + 1}`),
        ...service,
        provider: organization,
      })),
      {
        '@type': 'OfferCatalog',
        '@id': toUrl('/#services'),
        name: footer.servicesTitle,
        itemListElement: services.map((_, index) => ({
          '@type': 'Offer' as const,
          itemOffered: { '@id': toUrl(`/#service-${index + 1}`) },
        })),
      },
    ],
  };
}
