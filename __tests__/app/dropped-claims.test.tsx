import { render } from '@testing-library/react';
import { stubBrowser } from '@/__tests__/components/typing/browser';
import { provideSettings } from '@/__tests__/lib/server/settings';
import LandingPage from '@/app/(en)/page';
import OutreachPage from '@/app/(personal)/outreach/page';
import { SuccessMessage } from '@/components/contact/notices';
import type { Language } from '@/lib/language';

let mockLanguage: Language = 'en';
jest.mock('@/lib/content/claims', () => {
  const lists = Object.keys(jest.requireActual('@/lib/content/claims'));
  return Object.fromEntries(lists.map((name) => [name, []]));
});
// Only the server renders inline scripts.
jest.mock('@/components/ui/inline-script', () => ({ InlineScript: () => null }));
jest.mock('@/lib/server/http/page-headers', () => ({
  readNonce: async () => undefined,
  readPageLanguage: async () => mockLanguage,
}));

const createOutreachPage = (language: Language) => {
  mockLanguage = language;
  return OutreachPage({ searchParams: Promise.resolve({ vapi_assistant_id: 'demo' }) });
};

beforeEach(() => {
  stubBrowser();
  provideSettings();
});

test.each([
  ['the landing page', async () => <LandingPage />],
  ['the confirmation', async () => <SuccessMessage title="h1" service="other" />],
  ['the Czech personal page', () => createOutreachPage('cs')],
  ['the English personal page', () => createOutreachPage('en')],
])('without claims, %s has no empty list', async (_, createPage) => {
  const { container } = render(await createPage());
  expect(container).not.toBeEmptyDOMElement();
  expect(Array.from(container.querySelectorAll('ul:empty'))).toEqual([]);
});
