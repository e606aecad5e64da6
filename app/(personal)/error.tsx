'use client';

import { ErrorPage, type ErrorPageProps } from '@/app/error-page';
import { useBrowserValue } from '@/components/ui/use-browser-value';
import { ERROR_TEXTS } from '@/lib/content/errors';
import { DEFAULT_PERSONAL_LANGUAGE, findLanguage } from '@/lib/language';

/** What the layout has written; a page translator may have written another language. */
const readPageLanguage = () =>
  findLanguage(document.documentElement.lang) ?? DEFAULT_PERSONAL_LANGUAGE;

export default function PersonalError(props: ErrorPageProps) {
  // In the same commit as an error page, React may write `lang` after it has rendered the page.
  const language = useBrowserValue(readPageLanguage, DEFAULT_PERSONAL_LANGUAGE);
  return <ErrorPage {...props} texts={ERROR_TEXTS[language]} />;
}
