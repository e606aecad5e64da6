import type { MetadataRoute } from 'next';
import { lastChanged } from '@/lib/content/last-changed';
import { siteUrl } from '@/lib/server/site-url';

/** The listed pages with the day their words last changed; empty in a build without `SITE_URL`. */
export default function sitemap(): MetadataRoute.Sitemap {
  const site = siteUrl();
  if (!site) return [];
  return Object.entries(lastChanged).map(([path, { date }]) => ({
    url: new URL(path, site).href,
    lastModified: date,
  }));
}
