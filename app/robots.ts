import type { MetadataRoute } from 'next';
import { getSiteUrl } from '@/lib/server/env';

/** Allows all pages, because crawlers obey `noindex` only on pages that they may read. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: '/api/' },
    sitemap: new URL('/sitemap.xml', getSiteUrl()).href,
  };
}
