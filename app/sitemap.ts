import type { MetadataRoute } from 'next';
import { lastChanged } from '@/lib/content/site';
import { getSiteUrl } from '@/lib/server/env';

/** Lists the indexed pages; empty in a build without `SITE_URL`. */
export default function sitemap(): MetadataRoute.Sitemap {
  const siteUrl = getSiteUrl();
  if (!siteUrl) return [];
  return Object.entries(lastChanged).map(([path, { date }]) => ({
    url: new URL(path, siteUrl).href,
    lastModified: date,
  }));
}
