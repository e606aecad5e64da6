import type { Graph } from 'schema-dts';
import type { Copy } from './en';
import { lastChanged } from './last-changed';

/**
 * The landing page for search engines, as one JSON-LD graph. Every sentence in it is also on the page.
 *
 * @param origin the site's public address
 */
export function structuredData(origin: string, brand: string, copy: Copy): Graph {
  const { footer, hero } = copy;
  const at = (path: string) => new URL(path, origin).href;
  const organization = { '@id': at('/#organization') };
  const website = { '@id': at('/#website') };
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
        url: at('/'),
        logo: at('/icon-512.png'),
        description: footer.blurb,
        hasOfferCatalog: { '@id': at('/#services') },
      },
      { '@type': 'WebSite', ...website, url: at('/'), name: brand, publisher: organization },
      {
        '@type': 'WebPage',
        '@id': at('/#page'),
        url: at('/'),
        name: hero.title,
        description: hero.tagline,
        inLanguage: 'en',
        dateModified: lastChanged['/'].date,
        isPartOf: website,
        about: organization,
      },
      ...services.map((service, index) => ({
        '@type': 'Service' as const,
        '@id': at(`/#service-${index + 1}`),
        ...service,
        provider: organization,
      })),
      {
        '@type': 'OfferCatalog',
        '@id': at('/#services'),
        name: footer.servicesTitle,
        itemListElement: services.map((_, index) => ({
          '@type': 'Offer' as const,
          itemOffered: { '@id': at(`/#service-${index + 1}`) },
        })),
      },
    ],
  };
}
