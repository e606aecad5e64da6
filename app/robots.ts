import type { MetadataRoute } from 'next';
import { getSiteUrl } from '@/lib/server/site-url';

/** Allows all pages, because crawlers obey `noindex` only on pages that they may read. */
export default function robots(): MetadataRoute.Robots {
  const site = getSiteUrl();
  return {
    rules: { userAgent: '*', allow: '/', disallow: '/api/' },
    ...(site ? { sitemap: new URL('/sitemap.xml', site).href } : {}),
  };
}
