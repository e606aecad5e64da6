'use client';

import { ErrorPage, type NextErrorProps } from '@/components/ui/error-page';
import { ERROR_TEXTS } from '@/lib/content/errors';
import { contactMail, shortBrand } from '@/lib/content/site';

/** Replaces an English page that failed (docs/behaviour.md, section 2). */
export default function EnglishError({ error, reset }: NextErrorProps) {
  return (
    <ErrorPage
      error={error}
      copy={ERROR_TEXTS.en}
      brand={shortBrand}
      mail={contactMail}
      onRetry={reset}
    />
  );
}
