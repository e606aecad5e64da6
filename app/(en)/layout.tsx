import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { en } from '@/lib/content/en';
import { brandFontClass, createMetadata } from '@/app/brand';
import '@/app/globals.css';

const shared = createMetadata('en', en.meta);

// Next resolves `./` against each page's path.
export const metadata: Metadata = {
  ...shared,
  alternates: { canonical: './' },
  openGraph: { ...shared.openGraph, url: './' },
};

export { viewport } from '@/app/brand';

export default function EnglishLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={brandFontClass} data-scroll-behavior="smooth">
      <body>{children}</body>
    </html>
  );
}
