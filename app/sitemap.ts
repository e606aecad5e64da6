import type { MetadataRoute } from 'next';
import { getSiteUrl } from '@/lib/server/env';

const INDEXED_PAGES = ['/', '/privacy'];

/** Lists the indexed pages with the day of the build; empty in a build without `SITE_URL`. */
export default function sitemap(): MetadataRoute.Sitemap {
  const siteUrl = getSiteUrl();
  if (!siteUrl) return [];
  const lastModified = new Date().toISOString().slice(0, 10);
  return INDEXED_PAGES.map((path) => ({ url: new URL(path, siteUrl).href, lastModified }));
}
