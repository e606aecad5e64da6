import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { cs } from '@/lib/content/cs';
import { fontClasses } from '../fonts/brand';
import '../globals.css';

export const metadata: Metadata = {
  title: cs.meta.title,
  formatDetection: { telephone: false },
};

export const viewport: Viewport = { themeColor: '#0a1013', colorScheme: 'dark' };

export default function CzechLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="cs" className={fontClasses} data-scroll-behavior="smooth">
      <body>{children}</body>
    </html>
  );
}
