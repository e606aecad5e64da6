'use client';

import { ErrorPage, type ErrorPageProps } from '@/app/error-page';

export default function EnglishError(props: ErrorPageProps) {
  return <ErrorPage {...props} language="en" />;
}
