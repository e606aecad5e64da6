'use client';

import { ErrorPage } from '@/components/ui/error-page';
import { errorCopyCs } from '@/lib/content/error-cs';
import { contactMail } from '@/lib/content/site';

/** An error thrown on a Czech page (docs/behaviour.md, section 8). */
export default function CzechError({ reset }: { error: Error; reset: () => void }) {
  return <ErrorPage copy={errorCopyCs} titleLang="en" mail={contactMail} onRetry={reset} />;
}
