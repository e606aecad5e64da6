import type { MetadataRoute } from 'next';
import { readBuiltInSettings } from '@/lib/settings/settings';

const INDEXED_PAGES = ['/', '/privacy'];

export default function sitemap(): MetadataRoute.Sitemap {
  const { SITE_URL } = readBuiltInSettings();
  const lastModified = new Date().toISOString().slice(0, 10);
  return INDEXED_PAGES.map((path) => ({ url: new URL(path, SITE_URL).href, lastModified }));
}
