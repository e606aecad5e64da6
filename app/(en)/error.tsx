'use client';

import { ErrorPage, type NextErrorProps } from '@/components/ui/page/error-page';
import { errorCopyEn } from '@/lib/content/error-en';
import { contactMail, shortBrand } from '@/lib/content/site';

/** Replaces an English page that failed (docs/behaviour.md, section 2). */
export default function EnglishError({ error, reset }: NextErrorProps) {
  return (
    <ErrorPage
      error={error}
      copy={errorCopyEn}
      brand={shortBrand}
      mail={contactMail}
      onRetry={reset}
    />
  );
}
