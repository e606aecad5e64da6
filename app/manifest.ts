import type { MetadataRoute } from 'next';
import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { canvas } from './brand.json';

export default function manifest(): MetadataRoute.Manifest {
  return {
    id: '/',
    name: site.brand,
    short_name: site.shortBrand,
    description: en.meta.description,
    lang: 'en',
    start_url: '/',
    display: 'browser',
    background_color: canvas,
    theme_color: canvas,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
