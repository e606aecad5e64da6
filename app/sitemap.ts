import type { MetadataRoute } from 'next';
import { getSiteUrl } from '@/lib/server/env';

const INDEXED_PAGES = ['/', '/privacy'];

/** Lists the indexed pages with the day of the build. */
export default function sitemap(): MetadataRoute.Sitemap {
  const siteUrl = getSiteUrl();
  const lastModified = new Date().toISOString().slice(0, 10);
  return INDEXED_PAGES.map((path) => ({ url: new URL(path, siteUrl).href, lastModified }));
}
