'use client';

import { useSyncExternalStore } from 'react';
import { ErrorPage, type ErrorPageProps } from '@/app/error-page';
import { DEFAULT_PERSONAL_LANGUAGE, findLanguage } from '@/lib/language';

const neverChanges = () => () => undefined;
/** What the layout has written; a page translator may have written another language. */
const readPageLanguage = () =>
  findLanguage(document.documentElement.lang) ?? DEFAULT_PERSONAL_LANGUAGE;
const getServerLanguage = () => DEFAULT_PERSONAL_LANGUAGE;

export default function PersonalError(props: ErrorPageProps) {
  // In the same commit as an error page, React may write `lang` after it has rendered the page.
  const language = useSyncExternalStore(neverChanges, readPageLanguage, getServerLanguage);
  return <ErrorPage {...props} language={language} />;
}
