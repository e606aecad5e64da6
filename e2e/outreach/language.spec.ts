import type { Page } from '@playwright/test';
import { callCopyEn } from '@/lib/content/call-en';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { personalCopyEn } from '@/lib/content/personal-en';
import { expectAccessible } from '../accessibility/expect-accessible';
import { addProspect } from '../support/database';
import { expect } from '../support/test';
import { expectNoOverflow, getBanner, REPLY, test } from './outreach-page';

const ASSISTANT = 'silent-en-instant';
const path = `/outreach?vapi_assistant_id=${ASSISTANT}&lang=en`;
const { afterCall, privacy, visit } = personalCopyEn;
const CZECH_LETTER = /[ěščřžýáíéůúňťďó]/i;

/** Fails where a Czech letter is in the page, its data for React included. */
async function expectEnglish(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await page.content()).not.toMatch(CZECH_LETTER);
}

test('a link with lang=en is English from the greeting to the thanks, and after a reload', async ({
  page,
  faultySite,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await addProspect(ASSISTANT);
  await page.goto(`${faultySite.url}${path}&contact_name=Jane&company_name=Smith`);
  await expect(page).toHaveTitle(personalCopyEn.meta.title);
  const greeting = page.getByRole('heading', { level: 1 });
  await expect(greeting).toHaveText('Hello, Jane');
  const notice = page.getByRole('link', { name: privacy.link, exact: true }).last();
  await expect(notice).toHaveAttribute('href', '/privacy#en');
  await expect(page.getByText(callCopyEn.ready).first()).toBeVisible();
  await expectEnglish(page);
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole('button', { name: callCopyEn.start, exact: true }).click();
  await expect(page.getByText(callCopyEn.active).first()).toBeVisible();
  await expect(page).toHaveURL(`${faultySite.url}${path}`);
  await expectEnglish(page);
  await page.getByRole('button', { name: callCopyEn.end, exact: true }).click();

  await expect(page.getByRole('status').getByText(afterCall.thanks.title)).toBeInViewport();
  await expect(page.getByRole('link', { name: afterCall.booking })).toHaveAttribute('href', REPLY);
  await expectEnglish(page);
  await expectNoOverflow(page);

  await page.reload();
  await expect(greeting).toHaveText('Hello, Jane');
  await expectEnglish(page);
});

test.describe('a visit that is not recorded', () => {
  test.use({ expectedErrors: ['/api/visit'] });

  test('is reported in English', async ({ page }) => {
    await page.route('**/api/visit', (route) =>
      route.fulfill({ status: 503, json: { ok: false, step: 'lookup', message: 'Chyba' } }),
    );
    await page.goto(path);
    await page.keyboard.press('Tab');
    await expect(getBanner(page)).toHaveText(visit.lookupFailed);
  });
});

test('without an assistant, the page says so in English', async ({ page }) => {
  await page.goto('/outreach?lang=en');
  const { title, text } = personalCopyEn.unavailable;
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText(text)).toBeVisible();
  await expectEnglish(page);
});

test('without a language, or with one that does not exist, the page is Czech', async ({
  request,
}) => {
  const get = async (query: string) => (await request.get(`/outreach?${query}`)).text();
  for (const query of ['', 'lang=', 'lang=cs', 'lang=fr', 'vapi_assistant_id=demo-cs']) {
    const html = await get(query);
    expect(html, query).toContain('<html lang="cs"');
    expect(html, query).toContain(`<title>${personalCopyCs.meta.title}</title>`);
    expect(html, query).toContain('bricolage-more');
  }
  // As a mail program writes it.
  const english = await get('vapi_assistant_id=demo-en&amp;lang=en&amp;contact_name=Jane');
  expect(english).toContain('<html lang="en"');
  expect(english).toContain(`<title>${personalCopyEn.meta.title}</title>`);
  expect(english).toMatch(/<h1[^>]*>Hello, Jane</);
  expect(english).not.toContain('href="/fonts/');
});
