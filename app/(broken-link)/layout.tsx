import type { ReactNode } from 'react';
import { brandFontClass } from '@/app/brand';
import { NOT_FOUND_CLASS } from '@/components/ui/page/not-found';
import '@/app/globals.css';

export { viewport } from '@/app/brand';

export default function BrokenLinkLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="cs" className={brandFontClass}>
      <body className={NOT_FOUND_CLASS}>{children}</body>
    </html>
  );
}
