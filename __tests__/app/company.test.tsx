import { screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { provideSettings } from '@/__tests__/lib/server/settings';
import { createOutreachPage, showPage } from '@/__tests__/support/show-page';
import LandingPage from '@/app/(en)/page';
import PrivacyPage from '@/app/(en)/privacy/page';
import { StructuredData } from '@/app/(en)/structured-data';
import { imprintTitle } from '@/lib/content/privacy';
import { site } from '@/lib/content/site';
import { LANGUAGE_CODES, type Language } from '@/lib/language';

const IMPRINT = ['Registered in Prague, C 12345', 'Director: Jana Nová'];

jest.mock('@/lib/content/site', () => {
  const actual = jest.requireActual('@/lib/content/site');
  const authority = {
    en: { name: 'the Data Office', address: 'data.example/en' },
    cs: { name: 'Datový úřad', address: 'data.example/cs' },
  };
  const controller = { ...actual.site.controller, name: 'Ringwell s.r.o.', address: 'Dlouhá 1' };
  return { ...actual, site: { ...actual.site, controller, authority } };
});
jest.mock('next/headers');

beforeEach(() => {
  provideSettings();
  site.imprint = IMPRINT;
});

test('the footer names the company and its office, and links to the imprint', () => {
  showPage(<LandingPage />);
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByText(/© \d{4}/)).toHaveTextContent(
    `© ${site.since} Ringwell s.r.o., Dlouhá 1`,
  );
  const link = footer.getByRole('link', { name: imprintTitle.en });
  expect(link).toHaveAttribute('href', '/privacy#imprint');
});

test('search engines get the brand and the legal name', () => {
  const html = renderToStaticMarkup(<StructuredData />);
  expect(html).toContain(`"name":${JSON.stringify(site.brand)},"legalName":"Ringwell s.r.o."`);
});

test.each(LANGUAGE_CODES)('the personal page in %s links to the imprint', async (language) => {
  showPage(
    <>
      {await createOutreachPage(language)}
      <PrivacyPage />
    </>,
  );
  const link = screen.getByRole('link', { name: imprintTitle[language] });
  const [, id = ''] = link.getAttribute('href')?.split('/privacy#') ?? [];
  const sections = document.querySelectorAll<HTMLElement>(`[id="${id}"]`);
  expect(sections).toHaveLength(1);
  expect(sections[0]?.closest('article')).toHaveAttribute('lang', language);
  const section = within(sections[0]!);
  expect(section.getByRole('heading', { name: imprintTitle[language] })).toBeVisible();
  for (const line of IMPRINT) expect(section.getByText(line)).toBeVisible();
});

test('without an imprint, no page has a trace of it', async () => {
  site.imprint = [];
  for (const page of [<LandingPage key="/" />, <PrivacyPage key="/privacy" />])
    expect(renderToStaticMarkup(page)).not.toMatch(/[#"]imprint/);
  for (const language of LANGUAGE_CODES)
    expect(renderToStaticMarkup(await createOutreachPage(language))).not.toMatch(/[#"]imprint/);
});

test('the notice names the supervisory authority in each language', () => {
  showPage(<PrivacyPage />);
  for (const part of screen.getAllByRole('article')) {
    const { name, address } = site.authority[part.id as Language];
    expect(part).toHaveTextContent(`${name} (${address}).`);
  }
});
