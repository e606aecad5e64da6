import type { Page } from '@playwright/test';
import { startProxy } from '@/__tests__/support/network';
import { getContactDialog, openDialog } from '../contact/contact-form';
import { holdBack, openPage, waitForTypeface, waitUntilSettled } from '../support/loading';
import { recordShifts, readShifts } from '../support/shifts';
import { expect, test } from '../support/test';

async function expectSteady(page: Page): Promise<void> {
  const shifts = (await readShifts(page)).filter(({ hadRecentInput }) => !hadRecentInput);
  const total = shifts.reduce((all, { value }) => all + value, 0);
  expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(0.01);
}

for (const width of [390, 1440]) {
  test(`loading, scrolling and the dialog shift nothing at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(recordShifts, true);
    await openPage(page, '/');
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
  const slowSite = await startProxy(() => siteUrl);
  slowSite.handle = ({ call, incoming, outgoing, forward }) => {
    if (call !== 'GET /') return forward();
    const isOurs = incoming.url === '/';
    for (const name of ['content-type', 'content-security-policy'])
      outgoing.setHeader(name, answer.headers.get(name) ?? '');
    const start = html.slice(0, first);
    outgoing.write(isOurs ? start : start.replace(/<link rel="expect"[^>]*>/, ''));
    if (isOurs) sendRest = () => outgoing.end(html.slice(first));
  };
  try {
    await page.goto(`http://localhost:${slowSite.port}/`, { waitUntil: 'commit' });
    const listPaints = (shown: Page) =>
      shown.evaluate(() => performance.getEntriesByType('paint').map(({ name }) => name));
    // Styles and typeface are there: nothing else holds a paint back.
    const isReadyToPaint = () =>
      page.evaluate(() => {
        // Reading the height forces the layout of the title, which no frame has done yet.
        const height = document.querySelector('h1')?.offsetHeight ?? 0;
        return height > 100 && document.fonts.check('1em basic');
      });
    await expect.poll(isReadyToPaint).toBe(true);
    // Ours, which came before, would be painted like one that waits for nothing.
    const eagerPage = await page.context().newPage();
    await eagerPage.goto(`http://localhost:${slowSite.port}/?eager`, { waitUntil: 'commit' });
    await expect.poll(() => listPaints(eagerPage)).toContain('first-contentful-paint');
    expect(await listPaints(page)).toEqual([]);
    await eagerPage.close();
    sendRest();
    await expect.poll(() => listPaints(page)).toContain('first-contentful-paint');
    await waitForTypeface(page);
    await expectSteady(page);
  } finally {
    await page.close();
    slowSite.close();
  }
});

for (const [path, width] of [
  ['/', 1440],
  ['/outreach?contact_name=Jana&vapi_assistant_id=demo-cs', 390],
] as const)
  test(`${path} does not shift when the font loads late`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(recordShifts, true);
    const release = await holdBack(page, '**/*.woff2');
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const readStates = () =>
      page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family}: ${status}`));
    // Without Arial, Liberation Sans or Roboto on this machine, nothing was sized.
    await expect.poll(readStates).toContainEqual(expect.stringMatching(/Fallback"?: loaded/));
    await waitUntilSettled(page);
    expect(await readStates()).toContainEqual(expect.stringMatching(/basic"?: loading/));
    release();
    await expect.poll(readStates).toContainEqual(expect.stringMatching(/basic"?: loaded/));
    await waitUntilSettled(page);
    await expectSteady(page);
  });
