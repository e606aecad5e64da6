import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { en } from '@/lib/content/en';
import { site } from '@/lib/content/site';
import { readBuiltInSettings } from '@/lib/settings/settings';
import { brandFontClass } from '@/app/brand';
import '@/app/globals.css';

const card = { url: '/card.jpg', alt: en.meta.card };

export const metadata: Metadata = {
  metadataBase: new URL(readBuiltInSettings().SITE_URL),
  title: en.meta.title,
  description: en.meta.description,
  // Next resolves it against each page's path.
  alternates: { canonical: './' },
  openGraph: {
    type: 'website',
    siteName: site.brand,
    locale: 'en_US',
    url: './',
    images: { ...card, width: 1200, height: 630 },
  },
  twitter: { card: 'summary_large_image', images: card },
  // iOS would turn digits into phone links.
  formatDetection: { telephone: false },
};

export { viewport } from '@/app/brand';

export default function EnglishLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={brandFontClass} data-scroll-behavior="smooth">
      <body>{children}</body>
    </html>
  );
}
