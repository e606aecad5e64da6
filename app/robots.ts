import type { MetadataRoute } from 'next';
import { siteUrl } from '@/lib/server/site-url';

/** Allows all pages, because crawlers obey `noindex` only on pages that they may read. */
export default function robots(): MetadataRoute.Robots {
  const site = siteUrl();
  return {
    rules: { userAgent: '*', allow: '/', disallow: '/api/' },
    ...(site ? { sitemap: new URL('/sitemap.xml', site).href } : {}),
  };
}
