import type { Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fieldMessages } from '@/lib/contact/schema';
import { listen } from '@/local/ports';
import { createRoundRobinProxy } from '@/local/round-robin';
import {
  LIMITS,
  type LoadedFile,
  recordLoads,
  sumBytes,
  weighMarkupAndStyles,
} from '@/scripts/bench/weight';
import { TEST_DIST_DIR } from '@/scripts/test/test-site';
import { getContactDialog, openDialog, visitForm } from '../contact/contact-form';
import { recordShifts, readShifts } from '../support/shifts';
import { holdBack, waitUntilSettled } from '../support/loading';
import { expect, long, test } from '../support/test';

const KB = 1024;
const isHydrationPlain = process.env.HYDRATION === 'plain';
/** The framework's own weight; `npm run measure` compares with what it is today. */
const FRAMEWORK_KB = 132;

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

/** Finds the scripts of the call: those that the served page does not name. */
async function findLaterScripts(page: Page, loaded: LoadedFile[]): Promise<LoadedFile[]> {
  const html = await (await page.request.get('/')).text();
  return loaded.filter(({ url }) => url.endsWith('.js') && !html.includes(new URL(url).pathname));
}

test('the landing page stays small, same-origin and without the voice SDK', async ({ page }) => {
  await page.coverage.startJSCoverage();
  const loaded = await load(page, '/');
  const executedScripts = await page.coverage.stopJSCoverage();
  expect(sumBytes(loaded)).toBeLessThanOrEqual(LIMITS.total * KB);
  expect(loaded.length).toBeLessThanOrEqual(LIMITS.requests);
  const { origin } = new URL(page.url());
  expect(loaded.filter(({ url }) => new URL(url).origin !== origin)).toEqual([]);
  const landingScripts = loaded.filter(({ url }) => url.endsWith('.js'));
  expect(landingScripts.length).toBeGreaterThan(3);
  // The typeface's accents and rare signs would delay the largest text.
  expect(loaded.filter(({ url }) => url.endsWith('.woff2'))).toHaveLength(1);
  expect(sumBytes(landingScripts)).toBeLessThanOrEqual((FRAMEWORK_KB + LIMITS.ownScripts) * KB);
  const later = await findLaterScripts(page, loaded);
  // The script that measures the page comes once React has started.
  if (isHydrationPlain) expect(sumBytes(later)).toBeLessThanOrEqual(4 * KB);
  else expect(later).toEqual([]);
  const executedSizes = executedScripts.map(({ source = '' }) => gzipSync(source).length);
  expect(executedSizes.length).toBeGreaterThan(0);
  if (!isHydrationPlain)
    expect(executedSizes.reduce((total, bytes) => total + bytes, 0)).toBeLessThanOrEqual(
      LIMITS.executed * KB,
    );
});

test('the validation rules of the form are in one script, loaded once', async ({ page }) => {
  const chunks = join(TEST_DIST_DIR, 'static/chunks');
  const withRules = readdirSync(chunks).filter((name) =>
    readFileSync(join(chunks, name), 'utf8').includes(fieldMessages.serviceRequired),
  );
  expect(withRules).toHaveLength(1);

  const dialog = await visitForm(page);
  await page.waitForLoadState('networkidle');
  const loaded = recordLoads(page);
  const listLoadedScripts = async () =>
    (await Promise.all(loaded)).map(({ url }) => url).filter((url) => url.endsWith('.js'));
  await dialog.getByLabel('Email address').fill('eva@');
  await dialog.getByLabel('Message').focus();
  await expect(dialog.getByText(fieldMessages.emailInvalid)).toBeVisible();
  expect(await listLoadedScripts()).toEqual([expect.stringContaining(`/chunks/${withRules[0]}`)]);
  await dialog.getByRole('button', { name: 'Send Message' }).click();
  await expect(dialog.getByText(fieldMessages.serviceRequired)).toBeVisible();
  expect(await listLoadedScripts()).toHaveLength(1);
});

test('markup and styles of the landing page stay small', async () => {
  const weight = await weighMarkupAndStyles(`${process.env.E2E_SITE_URL}/`);
  expect(weight).toBeLessThanOrEqual(LIMITS.markup * KB);
});

test('hashed files are immutable, compressed and not sniffed', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const files = [...html.matchAll(/"(\/_next\/static\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(5);
  for (const path of new Set(files)) {
    const response = await request.get(path, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers(), path).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    if (/\.(js|css|svg)$/.test(path) && (await response.body()).length > KB) {
      expect(response.headers()['content-encoding'], path).toBe('gzip');
    }
  }
});

test('pages, scripts and styles are compressed with Brotli without loss', async ({ request }) => {
  const fetchWithEncoding = async (path: string, accepted: string, more = {}) => {
    const response = await request.get(path, { headers: { 'Accept-Encoding': accepted, ...more } });
    const { 'content-encoding': coding, vary, ...headers } = response.headers();
    return { coding, vary, headers, text: await response.text(), status: response.status() };
  };
  const html = await (await request.get('/')).text();
  const files = [...html.matchAll(/"(\/_next\/static\/[^"]+\.(?:js|css))"/g)];
  const paths = ['/', '/privacy', ...files.map(([, path = '']) => path)];
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) {
    const copy = await fetchWithEncoding(path, 'gzip, br');
    const plainly = await fetchWithEncoding(path, 'identity');
    expect(copy.coding, path).toBe('br');
    expect(copy.vary).toMatch(/accept-encoding/i);
    expect(copy.text).toBe(plainly.text);
    expect(copy.headers['cache-control']).toBe(plainly.headers['cache-control']);
    expect(plainly.coding).toBeUndefined();
    expect((await fetchWithEncoding(path, 'gzip, br;q=0')).coding).not.toBe('br');
    const tag = copy.headers['etag'] ?? '';
    expect((await fetchWithEncoding(path, 'br', { 'If-None-Match': tag })).status, path).toBe(304);
  }
  const data = await fetchWithEncoding('/', 'br', { RSC: '1' });
  expect(data.headers['content-type']).toContain('text/x-component');
  const part = await fetchWithEncoding('/', 'identity', { Range: 'bytes=0-14' });
  expect([part.status, part.text]).toEqual([206, '<!DOCTYPE html>']);
});

async function expectSteady(page: Page): Promise<void> {
  const shifts = (await readShifts(page)).filter(({ hadRecentInput }) => !hadRecentInput);
  const total = shifts.reduce((all, { value }) => all + value, 0);
  expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(0.01);
}

for (const width of [390, 1440]) {
  test(`loading, scrolling and the dialog shift nothing at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(recordShifts, true);
    await page.goto('/', { waitUntil: 'networkidle' });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += 400) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
      await waitUntilSettled(page);
    }
    await openDialog(page);
    await expect(getContactDialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expectSteady(page);
  });
}

test('the first screen is painted only once its markup is complete', async ({ page }) => {
  const { E2E_SITE_URL: siteUrl = '' } = process.env;
  await page.setViewportSize({ width: 1440, height: 844 });
  await page.addInitScript(recordShifts, true);
  const answer = await fetch(siteUrl);
  const html = await answer.text();
  const first = html.indexOf('<figure');
  expect(first).toBeGreaterThan(html.indexOf('</h1>'));
  let sendRest = () => {};
  const siteProxy = createRoundRobinProxy(() => [siteUrl]);
  const slowServer = createServer((request, response) => {
    if (request.url !== '/') return void siteProxy.emit('request', request, response);
    for (const name of ['content-type', 'content-security-policy'])
      response.setHeader(name, answer.headers.get(name) ?? '');
    response.write(html.slice(0, first));
    sendRest = () => response.end(html.slice(first));
  });
  try {
    await page.goto(`http://localhost:${await listen(slowServer)}/`, { waitUntil: 'commit' });
    const countPaints = () =>
      page.evaluate(() => performance.getEntriesByType('paint').map(({ name }) => name));
    // Styles and typeface are there: nothing else holds a paint back.
    const isReadyToPaint = () =>
      page.evaluate(() => {
        // Reading the height forces the layout of the title, which no frame has done yet.
        const height = document.querySelector('h1')?.offsetHeight ?? 0;
        return height > 100 && document.fonts.check('1em basic');
      });
    await expect.poll(isReadyToPaint).toBe(true);
    await page.evaluate(async () => {
      for (let times = 0; times < 20; times += 1)
        await new Promise((done) => requestIdleCallback(done, { timeout: 50 }));
    });
    expect(await countPaints()).toEqual([]);
    sendRest();
    await expect.poll(countPaints).toContain('first-contentful-paint');
    await page.waitForLoadState('networkidle');
    await expectSteady(page);
  } finally {
    await page.close();
    slowServer.closeAllConnections();
    slowServer.close();
    siteProxy.close();
  }
});

for (const path of ['/', '/outreach?contact_name=Jana&vapi_assistant_id=demo-cs']) {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    const isQuick = (path === '/') === (width === 1440);
    test(
      `${path.split('?')[0]} does not shift when the font loads late, at ${width} px`,
      isQuick ? {} : long,
      async ({ page }) => {
        await page.setViewportSize({ width, height });
        await page.addInitScript(recordShifts, true);
        const release = await holdBack(page, '**/*.woff2');
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        const readStates = () =>
          page.evaluate(() =>
            [...document.fonts].map(({ family, status }) => `${family}: ${status}`),
          );
        // Without Arial, Liberation Sans or Roboto on this machine, nothing was sized.
        await expect.poll(readStates).toContainEqual(expect.stringMatching(/Fallback"?: loaded/));
        await waitUntilSettled(page);
        expect(await readStates()).toContainEqual(expect.stringMatching(/basic"?: loading/));
        release();
        await expect.poll(readStates).toContainEqual(expect.stringMatching(/basic"?: loaded/));
        await waitUntilSettled(page);
        await expectSteady(page);
      },
    );
  }
}
