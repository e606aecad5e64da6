import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { site } from '@/lib/content/site';
import { type Language, LANGUAGES } from '@/lib/language';
import { readBuiltInSettings } from '@/lib/settings/settings';
import { canvas, colorScheme } from './brand.json';

/** styles/tokens.css has its fallback and rare letters. */
// next/font names the font family after this variable.
const basic = localFont({
  src: './fonts/bricolage-basic.woff2',
  weight: '400 700',
  display: 'swap',
  adjustFontFallback: false,
  variable: '--font-brand',
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+20-21, U+25-26, U+28-29, U+2C-3A, U+3F-5A, U+61-7A, U+A0, U+A9, U+2019',
    },
  ],
});

export const brandFontClass = basic.variable;

/** The colors of the browser's own parts: its frame, form controls and scroll bars. */
export const viewport: Viewport = {
  themeColor: canvas,
  colorScheme: colorScheme as Viewport['colorScheme'],
};

interface PageMeta {
  title: string;
  description: string;
  card: string;
}

/** Creates the metadata that the pages of every language have. */
export function createMetadata(language: Language, { card, ...texts }: PageMeta) {
  const image = { url: '/card.jpg', alt: card };
  return {
    metadataBase: new URL(readBuiltInSettings().SITE_URL),
    ...texts,
    openGraph: {
      type: 'website',
      siteName: site.brand,
      locale: LANGUAGES[language].locale.replace('-', '_'),
      images: { ...image, width: 1200, height: 630 },
    },
    twitter: { card: 'summary_large_image', images: image },
    // iOS would turn digits into phone links.
    formatDetection: { telephone: false },
  } satisfies Metadata;
}
