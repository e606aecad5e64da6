import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { TEXTS } from '@/lib/content/languages';
import { site } from '@/lib/content/site';
import { LANGUAGES } from '@/lib/language';
import { readPageLanguage } from '@/lib/server/http/page-headers';
import { readBuiltInSettings } from '@/lib/settings/settings';
import { brandFontClass } from '@/app/brand';
import '@/app/globals.css';

export async function generateMetadata(): Promise<Metadata> {
  const language = await readPageLanguage();
  const { meta, subtitle: description } = TEXTS[language].page;
  const card = { url: '/card.jpg', alt: meta.title };
  return {
    metadataBase: new URL(readBuiltInSettings().SITE_URL),
    title: meta.title,
    description,
    openGraph: {
      type: 'website',
      siteName: site.brand,
      locale: LANGUAGES[language].locale.replace('-', '_'),
      title: meta.title,
      description,
      images: { ...card, width: 1200, height: 630 },
    },
    twitter: { card: 'summary_large_image', images: card },
    formatDetection: { telephone: false },
  };
}

export { viewport } from '@/app/brand';

export default async function PersonalLayout({ children }: { children: ReactNode }) {
  const language = await readPageLanguage();
  return (
    <html lang={language} className={brandFontClass} data-scroll-behavior="smooth">
      <head>
        {LANGUAGES[language].hasAccents && (
          <link
            rel="preload"
            href="/fonts/bricolage-more-2.woff2"
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        )}
      </head>
      <body>{children}</body>
    </html>
  );
}
