import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { LANGUAGES_WITH_ACCENTS, TEXTS } from '@/lib/content/languages';
import { readPageLanguage } from '@/lib/server/http/page-language';
import brandFile from '@/app/brand.json';
import { brandFontClass } from '@/app/fonts/brand';
import '@/app/globals.css';

export async function generateMetadata(): Promise<Metadata> {
  const { page } = TEXTS[await readPageLanguage()];
  return { title: page.meta.title, formatDetection: { telephone: false } };
}

export const viewport: Viewport = { themeColor: brandFile.canvas, colorScheme: 'dark' };

export default async function PersonalLayout({ children }: { children: ReactNode }) {
  const language = await readPageLanguage();
  return (
    <html lang={language} className={brandFontClass} data-scroll-behavior="smooth">
      <head>
        {LANGUAGES_WITH_ACCENTS.has(language) && (
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
