import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { provideSettings } from '@/__tests__/lib/server/settings';
import { createOutreachPage } from '@/__tests__/support/show-page';
import LandingPage from '@/app/(en)/page';

jest.mock('next/headers');

provideSettings();

test.each<[string, number, () => ReactElement | Promise<ReactElement>]>([
  ['/', 4, () => <LandingPage />],
  ['/outreach', 2, () => createOutreachPage('cs')],
])('the parts of %s are where their boundaries look for them', async (_, minimum, createPage) => {
  const page = await createPage();
  // Every boundary is marked, as on the server.
  document.body.innerHTML = '<!--&--><p></p><!--/&-->';
  const look = jest.spyOn(document, 'querySelector').mockReturnValue(document.querySelector('p'));
  const html = renderToString(page);
  look.mockRestore();
  expect(html.split('<!--&-->').length).toBeGreaterThan(minimum);
  document.body.innerHTML = html;
  // A boundary is marked if it finds its part.
  expect(renderToString(page)).toBe(html);
});
