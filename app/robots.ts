import type { MetadataRoute } from 'next';
import { readBuiltInSettings } from '@/lib/settings/settings';

/** Allows all pages, because crawlers obey `noindex` only on pages that they may read. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: '/api/' },
    sitemap: new URL('/sitemap.xml', readBuiltInSettings().SITE_URL).href,
  };
}
