'use client';

import { ErrorPage, type NextErrorProps } from '@/components/ui/page/error-page';
import { errorCopyEn } from '@/lib/content/error-en';
import { brand, contactMail } from '@/lib/content/site';
import './globals.css';

/** Replaces the whole document after an error in a layout. */
export default function GlobalError({ error, reset }: NextErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>{errorCopyEn.title}</title>
        <ErrorPage
          error={error}
          copy={errorCopyEn}
          brand={brand}
          mail={contactMail}
          onRetry={reset}
        />
      </body>
    </html>
  );
}
