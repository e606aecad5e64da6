import { screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { provideSettings } from '@/__tests__/lib/server/settings';
import { createOutreachPage, showPage } from '@/__tests__/support/show-page';
import LandingPage from '@/app/(en)/page';
import { StructuredData } from '@/app/(en)/structured-data';
import { en } from '@/lib/content/en';
import { TEXTS } from '@/lib/content/languages';
import { LANGUAGE_CODES } from '@/lib/language';

const PHONE = { text: '+420 123 456 789', href: 'tel:+420123456789' };

let mockPhone = '';
jest.mock('@/lib/content/phone', () => {
  const { readPhone } = jest.requireActual('@/lib/content/phone');
  return {
    get phone() {
      return readPhone(mockPhone);
    },
  };
});
jest.mock('next/headers');

/** The way on that is shown if the browser cannot run our scripts. */
const listWaysOn = () => {
  const ways = document.querySelector('[data-cannot-call] .stage-ways');
  return Array.from(ways?.children ?? [], ({ textContent }) => textContent);
};

function expectPhoneLink(link: HTMLElement) {
  expect(link).toHaveAttribute('href', PHONE.href);
  expect(link.textContent).toBe(PHONE.text);
}

beforeEach(() => {
  provideSettings();
  mockPhone = PHONE.text;
});

test('the landing page shows the number next to the call and in the footer', () => {
  showPage(<LandingPage />);
  const section = within(document.getElementById('phone-caller')!);
  const link = section.getByRole('link', { name: PHONE.text });
  expectPhoneLink(link);
  expect(link.parentElement).toHaveTextContent(`${en.phoneCaller.phone} ${PHONE.text}`);
  const footer = within(screen.getByRole('contentinfo'));
  expectPhoneLink(footer.getByRole('link', { name: PHONE.text }));
});

test('the landing page offers the number after a failed call', () => {
  showPage(<LandingPage />);
  expect(listWaysOn()).toEqual([en.actions.getStarted, PHONE.text]);
});

test.each(LANGUAGE_CODES)('the personal page in %s shows and offers the number', async (code) => {
  const { page } = TEXTS[code];
  showPage(await createOutreachPage(code));
  expect(listWaysOn()).toEqual([page.afterCall.mail, PHONE.text]);
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
  for (const page of [<LandingPage key="/" />, await createOutreachPage('cs')]) {
    expect(showPage(page)).not.toMatch(/href="tel:|"telephone"/);
    expect(listWaysOn()).toHaveLength(1);
  }
});
