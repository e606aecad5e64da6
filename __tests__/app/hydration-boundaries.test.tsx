import { Activity, type ComponentProps, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { provideSettings } from '@/__tests__/lib/server/settings';
import { createOutreachPage } from '@/__tests__/support/show-page';
import LandingPage from '@/app/(en)/page';
import { type HydrationBoundary, PARENTS } from '@/components/ui/hydration-boundary';

const mockBoundary = jest.fn(({ children }: ComponentProps<typeof HydrationBoundary>) => (
  <Activity>{children}</Activity>
));
jest.mock('@/components/ui/hydration-boundary', () => ({
  ...jest.requireActual<object>('@/components/ui/hydration-boundary'),
  HydrationBoundary: (props: ComponentProps<typeof HydrationBoundary>) => mockBoundary(props),
}));
jest.mock('next/headers');

provideSettings();

test.each<[string, number, () => ReactElement | Promise<ReactElement>]>([
  ['/', 10, () => <LandingPage />],
  ['/outreach', 5, () => createOutreachPage('cs')],
])('the parts of %s are where their boundaries look for them', async (_, minimum, createPage) => {
  document.body.innerHTML = renderToString(await createPage());
  const boundaries = mockBoundary.mock.calls.map(([props]) => props);
  expect(boundaries.length).toBeGreaterThanOrEqual(minimum);
  for (const { selector } of boundaries) {
    const start = document.querySelector(selector)?.previousSibling;
    expect([selector, start?.nodeName, start?.nodeValue]).toEqual([selector, '#comment', '&']);
    expect(start?.parentElement?.matches(PARENTS)).toBe(true);
  }
});
