'use client';

import { ErrorPage, type NextErrorProps } from '@/components/ui/page/error-page';
import { errorCopyEn } from '@/lib/content/error-en';
import { contactMail, shortBrand } from '@/lib/content/site';
import { colorScheme } from './brand.json';
import './globals.css';

/** Replaces the whole document after an error in a layout. */
export default function GlobalError({ error, reset }: NextErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>{errorCopyEn.title}</title>
        <meta name="color-scheme" content={colorScheme} />
        <ErrorPage
          error={error}
          copy={errorCopyEn}
          brand={shortBrand}
          mail={contactMail}
          onRetry={reset}
        />
      </body>
    </html>
  );
}
