import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import OutreachPage from '@/app/(personal)/outreach/page';
import type { Language } from '@/lib/language';
import { addPageFacts } from '@/lib/server/http/page-headers';

/** Shows the HTML that the server sends, without React. Returns the HTML. */
export function showPage(page: ReactNode): string {
  document.body.innerHTML = renderToStaticMarkup(page);
  return document.body.innerHTML;
}

/** Creates a personal page. The test file calls `jest.mock('next/headers')`. */
export function createOutreachPage(language: Language) {
  const sent = addPageFacts(new Headers(), { language, prospect: null });
  jest.mocked(headers).mockResolvedValue(sent as Awaited<ReturnType<typeof headers>>);
  return OutreachPage({ searchParams: Promise.resolve({ vapi_assistant_id: 'demo' }) });
}
