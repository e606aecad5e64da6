import { readFileSync } from 'node:fs';
import { render, screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { stubBrowser } from '@/__tests__/components/typing/browser';
import { provideSettings } from '@/__tests__/lib/server/settings';
import LandingPage from '@/app/(en)/page';
import { StructuredData } from '@/app/(en)/structured-data';
import OutreachPage from '@/app/(personal)/outreach/page';
import { en } from '@/lib/content/en';
import { TEXTS } from '@/lib/content/languages';
import { LANGUAGE_CODES, type Language } from '@/lib/language';

const PHONE = { text: '+420 123 456 789', href: 'tel:+420123456789' };

let mockPhone = '';
let mockLanguage: Language = 'cs';
jest.mock('@/lib/content/phone', () => {
  const { readPhone } = jest.requireActual('@/lib/content/phone');
  return {
    get phone() {
      return readPhone(mockPhone);
    },
  };
});
// Only the server renders inline scripts.
jest.mock('@/components/ui/inline-script', () => ({ InlineScript: () => null }));
jest.mock('@/lib/server/http/page-headers', () => ({
  readNonce: async () => undefined,
  readPageLanguage: async () => mockLanguage,
}));

const createOutreachPage = () =>
  OutreachPage({ searchParams: Promise.resolve({ vapi_assistant_id: 'demo' }) });

/** The way on that is shown if the browser cannot run our scripts. */
const listWaysOn = (html: string) => {
  document.body.innerHTML = html;
  const ways = document.querySelector('[data-cannot-call] .stage-ways');
  return Array.from(ways?.children ?? [], ({ textContent }) => textContent);
};

function expectPhoneLink(link: HTMLElement) {
  expect(link).toHaveAttribute('href', PHONE.href);
  expect(link.textContent).toBe(PHONE.text);
}

beforeEach(() => {
  stubBrowser();
  provideSettings();
  mockPhone = PHONE.text;
});

test('the landing page shows the number next to the call and in the footer', () => {
  render(<LandingPage />);
  const section = within(document.getElementById('phone-caller')!);
  const link = section.getByRole('link', { name: PHONE.text });
  expectPhoneLink(link);
  expect(link.parentElement).toHaveTextContent(`${en.phoneCaller.phone} ${PHONE.text}`);
  const footer = within(screen.getByRole('contentinfo'));
  expectPhoneLink(footer.getByRole('link', { name: PHONE.text }));
});

test('no number is broken across lines', () => {
  const styles = readFileSync('app/styles/base.css', 'utf8');
  expect(styles).toMatch(/\[href\^='tel:'\] \{\s+white-space: nowrap;/);
});

test('the landing page offers the number after a failed call', () => {
  expect(listWaysOn(renderToStaticMarkup(<LandingPage />))).toEqual([
    en.actions.getStarted,
    PHONE.text,
  ]);
});

test.each(LANGUAGE_CODES)('the personal page in %s shows and offers the number', async (code) => {
  mockLanguage = code;
  const { page } = TEXTS[code];
  const html = renderToStaticMarkup(await createOutreachPage());
  expect(listWaysOn(html)).toEqual([page.afterCall.mail, PHONE.text]);
  const link = within(document.querySelector<HTMLElement>('.assurances')!).getByRole('link', {
    name: PHONE.text,
  });
  expectPhoneLink(link);
  expect(link.parentElement?.textContent).toBe(`${page.phone} ${PHONE.text}`);
});

test('search engines get the number', () => {
  expect(renderToStaticMarkup(<StructuredData />)).toContain('"telephone":"+420123456789"');
});

test('without a number, the pages have no trace of it', async () => {
  mockPhone = '';
  for (const page of [<LandingPage key="/" />, await createOutreachPage()]) {
    const html = renderToStaticMarkup(page);
    expect(html).not.toMatch(/href="tel:|"telephone"/);
    expect(listWaysOn(html)).toHaveLength(1);
  }
});
