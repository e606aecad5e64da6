import { provideSettings } from '@/__tests__/lib/server/settings';
import { createOutreachPage, showPage } from '@/__tests__/support/show-page';
import LandingPage from '@/app/(en)/page';
import { SuccessMessage } from '@/components/contact/notices';

jest.mock('@/lib/content/claims', () => {
  const lists = Object.keys(jest.requireActual('@/lib/content/claims'));
  return Object.fromEntries(lists.map((name) => [name, []]));
});
jest.mock('next/headers');

beforeEach(provideSettings);

test.each([
  ['the landing page', async () => <LandingPage />],
  ['the confirmation', async () => <SuccessMessage title="h1" service="other" />],
  ['the Czech personal page', () => createOutreachPage('cs')],
  ['the English personal page', () => createOutreachPage('en')],
])('without claims, %s has no empty list', async (_, createPage) => {
  expect(showPage(await createPage())).not.toBe('');
  expect(Array.from(document.querySelectorAll('ul:empty'))).toEqual([]);
});
