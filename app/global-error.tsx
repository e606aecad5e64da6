'use client';

import { errorTextsEn } from '@/lib/content/errors-en';
import { colorScheme } from './brand.json';
import { ErrorPage, type ErrorPageProps } from './error-page';
import './globals.css';

/** Replaces the whole document after an error in a layout. */
export default function GlobalError(props: ErrorPageProps) {
  return (
    <html lang="en">
      <body>
        <title>{errorTextsEn.title}</title>
        <meta name="color-scheme" content={colorScheme} />
        <ErrorPage {...props} texts={errorTextsEn} />
      </body>
    </html>
  );
}
