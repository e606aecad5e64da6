import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMAIL_PATTERN } from '@/lib/contact/email';
import { callCopyCs } from '@/lib/content/call-cs';
import { site } from '@/lib/content/site';
import {
  listRequests,
  MAX_MARKUP_BYTES,
  MAX_SCRIPT_BYTES,
  sumScriptBytes,
  weighMarkupAndStyles,
} from '@/scripts/bench/weight';
import { TEST_DIST_DIR } from '@/scripts/test/test-site';
import { waitUntilSettled } from '../support/loading';
import { expect, test } from '../support/test';

/** Lists the built scripts that contain a text. */
function findScripts(text: string): string[] {
  const chunks = join(TEST_DIST_DIR, 'static/chunks');
  return readdirSync(chunks).filter((name) =>
    readFileSync(join(chunks, name), 'utf8').includes(text),
  );
}

test('the landing page stays small, same-origin, without SDK and rules of the form', async ({
  page,
}) => {
  const loaded = await listRequests(page, '/');
  const { origin } = new URL(page.url());
  expect(loaded.filter(({ url }) => new URL(url).origin !== origin)).toEqual([]);
  // load-when-near.test.tsx has what the voice SDK and its settings wait for.
  expect(loaded.filter(({ url }) => /\/api\/(?!count)/.test(url))).toEqual([]);
  const landingScripts = loaded.filter(({ url }) => url.endsWith('.js'));
  expect(landingScripts.length).toBeGreaterThan(3);
  // The typeface's accents and rare signs would delay the largest text.
  await expect(page.locator('link[rel="preload"][as="font"]')).toHaveCount(1);
  const sdk = findScripts('iframe-call-message');
  // What a form needs only once something is typed.
  const rules = findScripts(EMAIL_PATTERN.source);
  expect([sdk.length > 0, rules.length]).toEqual([true, 1]);
  const early = [...sdk, ...rules];
  expect(landingScripts.filter(({ url }) => early.some((name) => url.includes(name)))).toEqual([]);
  expect(sumScriptBytes(landingScripts)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});

test('the SDK is fetched on idle and runs after the first interaction', async ({ page }) => {
  const openAndCount = async (interact: () => Promise<void>) => {
    await page.coverage.startJSCoverage();
    await page.goto('/outreach?vapi_assistant_id=demo-cs');
    await expect(page.getByText(callCopyCs.ready, { exact: true })).toBeVisible();
    await interact();
    await waitUntilSettled(page);
    const scripts = await page.coverage.stopJSCoverage();
    const sdk = scripts.find(({ source = '' }) => source.includes('iframe-call-message'));
    expect(sdk).toBeDefined();
    return sdk?.functions.filter(({ ranges }) => ranges[0]?.count).length ?? 0;
  };
  const before = await openAndCount(async () => undefined);
  const after = await openAndCount(() => page.mouse.move(100, 100));
  expect(after).toBeGreaterThan(10 * before);
});

test('the facts about the owner, which the HTML has, are in no script', () => {
  const { contactMail, mailProvider, authority } = site;
  expect(findScripts(contactMail)).not.toEqual([]);
  for (const fact of [...Object.values(mailProvider), authority.en.name])
    expect(findScripts(fact), fact).toEqual([]);
  expect(findScripts('companyNumber' satisfies keyof typeof site)).toEqual([]);
});

test('markup and styles of the landing page stay small', async () => {
  const bytes = await weighMarkupAndStyles(`${process.env.E2E_SITE_URL}/`);
  expect(bytes).toBeLessThanOrEqual(MAX_MARKUP_BYTES);
});
