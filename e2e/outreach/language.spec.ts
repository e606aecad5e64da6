import type { Page } from '@playwright/test';
import { TEXTS } from '@/lib/content/languages';
import { personalCopyCs } from '@/lib/content/personal-cs';
import {
  DEFAULT_PERSONAL_LANGUAGE,
  type Language,
  LANGUAGE_CODES,
  LANGUAGES,
} from '@/lib/language';
import { escapeHtml } from '@/__tests__/support/html';
import { expectAccessible } from '../accessibility/expect-accessible';
import { addProspect } from '../support/database';
import { expect } from '../support/test';
import { expectNoOverflow, getBanner, REPLY, test } from './outreach-page';

// A page's language does not depend on its assistant's.
const ASSISTANT = 'silent-en-instant';
const otherLanguages = LANGUAGE_CODES.filter((code) => code !== DEFAULT_PERSONAL_LANGUAGE);

/** The letters that Czech texts have and those in `language` lack. */
function findCzechLetters(language: Language): RegExp {
  const texts = JSON.stringify(TEXTS[language]).toLowerCase();
  return new RegExp(
    `[${[...'ěščřžýáíéůúňťďó'].filter((letter) => !texts.includes(letter)).join('')}]`,
    'i',
  );
}

for (const language of otherLanguages)
  test.describe(`a link with lang=${language}`, () => {
    const path = `/outreach?vapi_assistant_id=${ASSISTANT}&lang=${language}`;
    const { page: texts, call } = TEXTS[language];
    const { afterCall, privacy, visit, unavailable } = texts;

    /** Fails where a Czech letter is in the page, its data for React included. */
    async function expectLanguage(page: Page) {
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      expect(await page.content()).not.toMatch(findCzechLetters(language));
    }

    test('is in that language from the greeting to the thanks, and after a reload', async ({
      page,
      faultySite,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await addProspect(ASSISTANT);
      await page.goto(`${faultySite.url}${path}&contact_name=Jane&company_name=Smith`);
      await expect(page).toHaveTitle(texts.meta.title);
      const greeting = page.getByRole('heading', { level: 1 });
      await expect(greeting).toHaveText(`${texts.greeting}, Jane`);
      const notice = page.getByRole('link', { name: privacy.link, exact: true }).last();
      await expect(notice).toHaveAttribute('href', `/privacy#${language}`);
      await expect(page.getByText(call.ready, { exact: true }).first()).toBeVisible();
      await expectLanguage(page);
      await expectAccessible(page);
      await expectNoOverflow(page);

      await page.getByRole('button', { name: call.start, exact: true }).click();
      await expect(page.getByText(call.active, { exact: true }).first()).toBeVisible();
      await expect(page).toHaveURL(`${faultySite.url}${path}`);
      await expectLanguage(page);
      await page.getByRole('button', { name: call.end, exact: true }).click();

      await expect(
        page.getByRole('status').getByText(afterCall.thanks.title, { exact: true }),
      ).toBeInViewport();
      const booking = page.getByRole('link', { name: afterCall.booking, exact: true });
      await expect(booking).toHaveAttribute('href', REPLY);
      await expectLanguage(page);
      await expectNoOverflow(page);

      await page.reload();
      await expect(greeting).toHaveText(`${texts.greeting}, Jane`);
      await expectLanguage(page);
    });

    test.describe('a visit that is not recorded', () => {
      test.use({ expectedErrors: ['/api/visit'] });

      test('is reported in that language', async ({ page }) => {
        await page.route('**/api/visit', (route) =>
          route.fulfill({ status: 503, json: { ok: false, step: 'lookup', message: 'Chyba' } }),
        );
        await page.goto(path);
        await page.keyboard.press('Tab');
        await expect(getBanner(page)).toHaveText(visit.lookupFailed);
      });
    });

    test('without an assistant, the page says so in that language', async ({ page }) => {
      await page.goto(`/outreach?lang=${language}`);
      await expect(
        page.getByRole('heading', { name: unavailable.title, exact: true }),
      ).toBeVisible();
      await expect(page.getByText(unavailable.text, { exact: true })).toBeVisible();
      await expectLanguage(page);
    });

    test('is in that language before any script, from a mail program', async ({ request }) => {
      const query = `vapi_assistant_id=demo-en&amp;lang=${language}&amp;contact_name=Jane`;
      const html = await (await request.get(`/outreach?${query}`)).text();
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).toContain(`<title>${escapeHtml(texts.meta.title)}</title>`);
      expect(html).toContain(`${texts.greeting}, Jane<`);
      expect(html.includes('href="/fonts/')).toBe(LANGUAGES[language].hasAccents);
    });
  });

test('without a language, or with one that does not exist, the page is Czech', async ({
  request,
}) => {
  const get = async (query: string) => (await request.get(`/outreach?${query}`)).text();
  for (const query of ['', 'lang=', 'lang=cs', 'lang=fr', 'vapi_assistant_id=demo-cs']) {
    const html = await get(query);
    expect(html, query).toContain('<html lang="cs"');
    expect(html, query).toContain(`<title>${escapeHtml(personalCopyCs.meta.title)}</title>`);
    expect(html, query).toContain('bricolage-more');
  }
});
