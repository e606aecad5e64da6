'use client';

import { useSyncExternalStore } from 'react';
import { ErrorPage, type NextErrorProps } from '@/components/ui/error-page';
import { ERROR_TEXTS } from '@/lib/content/errors';
import { contactMail, shortBrand } from '@/lib/content/site';
import { DEFAULT_PERSONAL_LANGUAGE, findLanguage } from '@/lib/language';

const neverChanges = () => () => undefined;
/** What the layout has written; a page translator may have written another language. */
const readPageLanguage = () =>
  findLanguage(document.documentElement.lang) ?? DEFAULT_PERSONAL_LANGUAGE;

/** Replaces a personal page that failed (docs/behaviour.md, section 2). Its title is English. */
export default function PersonalError({ error, reset }: NextErrorProps) {
  // In the same commit as an error page, React may write `lang` after it has rendered the page.
  const language = useSyncExternalStore(
    neverChanges,
    readPageLanguage,
    () => DEFAULT_PERSONAL_LANGUAGE,
  );
  const copy = ERROR_TEXTS[language];
  return (
    <ErrorPage
      error={error}
      copy={copy}
      titleLang="en"
      brand={shortBrand}
      mail={contactMail}
      onRetry={reset}
    />
  );
}
