import type { MetadataRoute } from 'next';
import { siteUrl } from '@/lib/server/site-url';

/** Nothing that renders is closed to crawlers: a page's `noindex` only counts where it may be read. */
export default function robots(): MetadataRoute.Robots {
  const site = siteUrl();
  return {
    rules: { userAgent: '*', allow: '/', disallow: '/api/' },
    ...(site ? { sitemap: new URL('/sitemap.xml', site).href } : {}),
  };
}
