'use client';

import { errorTextsEn } from '@/lib/content/errors-en';
import { ErrorPage, type ErrorPageProps } from '@/app/error-page';

export default function EnglishError(props: ErrorPageProps) {
  return <ErrorPage {...props} texts={errorTextsEn} />;
}
