'use client';

import { ErrorPage } from '@/components/ui/error-page';
import { errorCopy } from '@/lib/content/error-en';
import { contactMail } from '@/lib/content/site';

/** An error thrown on an English page (docs/behaviour.md, section 8). */
export default function EnglishError({ reset }: { error: Error; reset: () => void }) {
  return <ErrorPage copy={errorCopy} mail={contactMail} onRetry={reset} />;
}
