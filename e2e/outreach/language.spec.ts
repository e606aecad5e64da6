import type { Page } from '@playwright/test';
import { contactCopyEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { ERROR_TEXTS } from '@/lib/content/errors';
import { TEXTS } from '@/lib/content/languages';
import { site } from '@/lib/content/site';
import {
  DEFAULT_PERSONAL_LANGUAGE,
  getLanguageParameters,
  type Language,
  LANGUAGE_CODES,
  LANGUAGES,
} from '@/lib/language';
import { escapeHtml } from '@/__tests__/support/html';
import { addProspect } from '../support/database';
import { expect } from '../support/test';
import { expectNoOverflow, REPLY, test } from './outreach-page';

// A page's language does not depend on its assistant's.
const ASSISTANT = 'silent-en';

const listTexts = (copy: unknown): string[] =>
  copy && typeof copy === 'object'
    ? Object.values(copy).flatMap(listTexts)
    : [typeof copy === 'string' ? copy.trim() : ''];
const listTextsIn = (language: Language) => [
  ...listTexts([TEXTS[language], ERROR_TEXTS[language], site]),
  ...(language === 'en' ? listTexts([en, contactCopyEn]) : []),
];

/** Fails where words of another language are on the page, seen, only heard, or in React's data. */
async function expectLanguage(page: Page, language: Language) {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('html, title, body *:not(script, style)')].flatMap((element) => {
      const names = ['aria-label', 'title', 'alt', 'placeholder', 'aria-description'];
      const words = [element.textContent, ...names.map((name) => element.getAttribute(name))];
      return words.flatMap((text) => text?.trim() || []);
    }),
  );
  const own = listTextsIn(language);
  const foreign = LANGUAGE_CODES.flatMap(listTextsIn).filter(
    (text) => /[a-z]{3}/i.test(text) && !/^[#/]/.test(text) && !own.includes(text),
  );
  const wrong = foreign.filter((phrase) =>
    found.some((text) => text === phrase || (phrase.includes(' ') && text.includes(phrase))),
  );
  expect(Math.min(found.length, foreign.length)).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
}

for (const language of LANGUAGE_CODES)
  test(`a page in ${language} is in that language from the greeting to the thanks`, async ({
    page,
    faultySite,
  }) => {
    const { page: texts, call } = TEXTS[language];
    const { thanks, booking } = texts.afterCall;
    await page.setViewportSize({ width: 390, height: 844 });
    await addProspect(ASSISTANT);
    const query = {
      vapi_assistant_id: ASSISTANT,
      contact_name: 'Jane',
      ...getLanguageParameters(language),
    };
    await page.goto(`${faultySite.url}/outreach?${new URLSearchParams(query)}`);
    await expect(page).toHaveTitle(texts.meta.title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${texts.greeting}, Jane`);
    const notice = page.getByRole('link', { name: texts.privacy.link, exact: true }).last();
    await expect(notice).toHaveAttribute('href', `/privacy#${language}`);
    await expect(page.getByText(call.ready, { exact: true }).first()).toBeVisible();
    await expectLanguage(page, language);
    await expectNoOverflow(page);

    await page.getByRole('button', { name: call.start, exact: true }).click();
    await expect(page.getByText(call.active, { exact: true }).first()).toBeVisible();
    await expectLanguage(page, language);
    await page.getByRole('button', { name: call.end, exact: true }).click();

    const end = page.getByRole('status').getByText(thanks.title, { exact: true });
    await expect(end).toBeInViewport();
    const reply = page.getByRole('link', { name: booking, exact: true });
    await expect(reply).toHaveAttribute('href', REPLY);
    await expectLanguage(page, language);
    await expectNoOverflow(page);
  });

test('the page as it is sent has the language of the link, and is Czech without one', async ({
  request,
}) => {
  for (const [query, language] of [
    ...LANGUAGE_CODES.map((code) => [`vapi_assistant_id=a&amp;lang=${code}`, code] as const),
    ...LANGUAGE_CODES.map((code) => [`lang=${code}`, code] as const),
    ['vapi_assistant_id=a&lang=fr', DEFAULT_PERSONAL_LANGUAGE] as const,
    ['', DEFAULT_PERSONAL_LANGUAGE] as const,
  ]) {
    const { page: texts } = TEXTS[language];
    const html = await (await request.get(`/outreach?${query}&amp;contact_name=Jane`)).text();
    expect(html, query).toContain(`<html lang="${language}"`);
    expect(html).toContain(`<title>${escapeHtml(texts.meta.title)}</title>`);
    expect(html).toContain(`${texts.greeting}, Jane<`);
    expect(html.includes(escapeHtml(texts.unavailable.title))).toBe(!query.includes('assistant'));
    expect(html.includes('bricolage-more')).toBe(LANGUAGES[language].hasAccents);
  }
});
