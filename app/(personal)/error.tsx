'use client';

import { ErrorPage, type NextErrorProps } from '@/components/ui/page/error-page';
import { errorCopyCs } from '@/lib/content/errors';
import { contactMail } from '@/lib/content/site';

/** Replaces a Czech page that failed (docs/behaviour.md, section 2). */
export default function CzechError({ error, reset }: NextErrorProps) {
  return (
    <ErrorPage error={error} copy={errorCopyCs} titleLang="en" mail={contactMail} onRetry={reset} />
  );
}
