import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { cs } from '@/lib/content/personal-cs';
import brandFile from '@/app/brand.json';
import { brandFontClass } from '@/app/fonts/brand';
import '@/app/globals.css';

export const metadata: Metadata = {
  title: cs.meta.title,
  formatDetection: { telephone: false },
};

export const viewport: Viewport = { themeColor: brandFile.canvas, colorScheme: 'dark' };

export default function CzechLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="cs" className={brandFontClass} data-scroll-behavior="smooth">
      <head>
        <link
          rel="preload"
          href="/fonts/bricolage-more-1.woff2"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
      </head>
      <body>{children}</body>
    </html>
  );
}
