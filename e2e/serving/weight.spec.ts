import type { Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMAIL_PATTERN } from '@/lib/contact/email';
import { contactCopyEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { site } from '@/lib/content/site';
import {
  type LoadedFile,
  MAX_MARKUP_BYTES,
  MAX_SCRIPT_BYTES,
  recordLoads,
  sumBytes,
  weighMarkupAndStyles,
} from '@/scripts/bench/weight';
import { TEST_DIST_DIR } from '@/scripts/test/test-site';
import { visitForm, getField } from '../contact/contact-form';
import { waitUntilSettled } from '../support/loading';
import { expect, test } from '../support/test';

/**
 * Loads a page as a new visitor whose browser knows gzip alone, and lists all that comes without
 * any input.
 */
async function load(page: Page, path: string): Promise<LoadedFile[]> {
  await page.setExtraHTTPHeaders({ 'Accept-Encoding': 'gzip' });
  const loaded = recordLoads(page);
  await page.clock.install();
  await page.goto(path, { waitUntil: 'networkidle' });
  // Lets all timers expire.
  await page.clock.fastForward(60_000);
  await waitUntilSettled(page);
  await page.waitForLoadState('networkidle');
  return Promise.all(loaded);
}

/** Returns whether the owner's words have a sign of the typeface's second file. */
const hasRareSigns = (page: Page) =>
  page.evaluate(() => {
    const range = [...document.fonts].find(({ family }) => family.includes('More'))?.unicodeRange;
    const spans = range?.match(/[\dA-F]+(-[\dA-F]+)?/gi)?.map((span) => span.split('-')) ?? [];
    return [...document.body.innerText].some((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return spans.some(([from = '', to = from]) => {
        return code >= parseInt(from, 16) && code <= parseInt(to, 16);
      });
    });
  });

/** Lists the built scripts that contain a text. */
function findScripts(text: string): string[] {
  const chunks = join(TEST_DIST_DIR, 'static/chunks');
  return readdirSync(chunks).filter((name) =>
    readFileSync(join(chunks, name), 'utf8').includes(text),
  );
}

test('the landing page stays small, same-origin and without the voice SDK', async ({ page }) => {
  const loaded = await load(page, '/');
  const { origin } = new URL(page.url());
  expect(loaded.filter(({ url }) => new URL(url).origin !== origin)).toEqual([]);
  const landingScripts = loaded.filter(({ url }) => url.endsWith('.js'));
  expect(landingScripts.length).toBeGreaterThan(3);
  // The typeface's accents and rare signs would delay the largest text.
  const fonts = loaded.filter(({ url }) => url.endsWith('.woff2'));
  expect(fonts).toHaveLength((await hasRareSigns(page)) ? 2 : 1);
  const sdk = findScripts('iframe-call-message');
  expect(landingScripts.filter(({ url }) => sdk.some((name) => url.includes(name)))).toEqual([]);
  expect(sumBytes(landingScripts)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});

test('the facts about the owner, which the HTML has, are in no script', () => {
  expect(findScripts(site.contactMail)).not.toEqual([]);
  expect(findScripts('companyNumber' satisfies keyof typeof site)).toEqual([]);
});

test('the validation rules of the form are in one script, loaded once', async ({ page }) => {
  const withRules = findScripts(EMAIL_PATTERN.source);
  expect(withRules).toHaveLength(1);

  const dialog = await visitForm(page);
  await page.waitForLoadState('networkidle');
  const loaded = recordLoads(page);
  const listLoadedScripts = async () =>
    (await Promise.all(loaded)).map(({ url }) => url).filter((url) => url.endsWith('.js'));
  await getField(dialog, 'email').fill('eva@');
  await getField(dialog, 'message').focus();
  await expect(dialog.getByText(fieldErrorsEn.email_invalid, { exact: true })).toBeVisible();
  expect(await listLoadedScripts()).toEqual([expect.stringContaining(`/chunks/${withRules[0]}`)]);
  await dialog.getByRole('button', { name: contactCopyEn.submit, exact: true }).click();
  await expect(dialog.getByText(fieldErrorsEn.service_required, { exact: true })).toBeVisible();
  expect(await listLoadedScripts()).toHaveLength(1);
});

test('markup and styles of the landing page stay small', async () => {
  const bytes = await weighMarkupAndStyles(`${process.env.E2E_SITE_URL}/`);
  expect(bytes).toBeLessThanOrEqual(MAX_MARKUP_BYTES);
});
