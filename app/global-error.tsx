'use client';

import { ErrorPage, type NextErrorProps } from '@/components/ui/error-page';
import { ERROR_TEXTS } from '@/lib/content/errors';
import { contactMail, shortBrand } from '@/lib/content/site';
import { colorScheme } from './brand.json';
import './globals.css';

/** Replaces the whole document after an error in a layout. */
export default function GlobalError({ error, reset }: NextErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>{ERROR_TEXTS.en.title}</title>
        <meta name="color-scheme" content={colorScheme} />
        <ErrorPage
          error={error}
          copy={ERROR_TEXTS.en}
          brand={shortBrand}
          mail={contactMail}
          onRetry={reset}
        />
      </body>
    </html>
  );
}
