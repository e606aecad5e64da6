import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { TEXTS } from '@/lib/content/languages';
import { LANGUAGES } from '@/lib/language';
import { readPageLanguage } from '@/lib/server/http/page-headers';
import { brandFontClass, createMetadata } from '@/app/brand';
import '@/app/globals.css';

export async function generateMetadata(): Promise<Metadata> {
  const language = await readPageLanguage();
  const { meta, subtitle: description } = TEXTS[language].page;
  return createMetadata(language, { ...meta, description, card: meta.title });
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
      <body className="flex min-h-svh flex-col">{children}</body>
    </html>
  );
}
