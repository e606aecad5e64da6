import type { Graph } from 'schema-dts';
import type { LandingCopy } from './en';
import { lastChanged } from './last-changed';

/** Builds the JSON-LD of the landing page. It contains only sentences that the page shows. */
export function buildStructuredData(origin: string, brand: string, copy: LandingCopy): Graph {
  const { footer, hero } = copy;
  const toUrl = (path: string) => new URL(path, origin).href;
  const organization = { '@id': toUrl('/#organization') };
  const website = { '@id': toUrl('/#website') };
  const services = [
    ...copy.services.cards.map(({ title, text }) => ({ name: title, description: text })),
    { name: footer.customSolutions },
  ];
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...organization,
        name: brand,
        url: toUrl('/'),
        logo: toUrl('/icon-512.png'),
        description: footer.blurb,
        hasOfferCatalog: { '@id': toUrl('/#services') },
      },
      { '@type': 'WebSite', ...website, url: toUrl('/'), name: brand, publisher: organization },
      {
        '@type': 'WebPage',
        '@id': toUrl('/#page'),
        url: toUrl('/'),
        name: hero.title,
        description: hero.tagline,
        inLanguage: 'en',
        dateModified: lastChanged['/'].date,
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
