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

test('the first screen is painted only once its markup is complete', async ({ page, context }) => {
  const { E2E_SITE_URL: siteUrl = '' } = process.env;
  const answer = await fetch(siteUrl);
  const [, beginning = '', rest] = /^(.+?<\/h1>.+?)(<figure.+)$/s.exec(await answer.text()) ?? [];
  const site = await startProxy(() => siteUrl);
  /** Opens a page that has only begun to come. Returns what sends the rest. */
  const open = async (shown: Page, begun: string) => {
    let sendRest = () => {};
    site.handle = ({ call, outgoing, forward }) => {
      if (call !== 'GET /') return forward();
      for (const name of ['content-type', 'content-security-policy'])
        outgoing.setHeader(name, answer.headers.get(name) ?? '');
      outgoing.write(begun);
      sendRest = () => outgoing.end(rest);
    };
    await shown.goto(`http://localhost:${site.port}/`, { waitUntil: 'commit' });
    return sendRest;
  };
  const listPaints = (shown: Page) =>
    shown.evaluate(() => performance.getEntriesByType('paint').map(({ name }) => name));

  await page.setViewportSize({ width: 1440, height: 844 });
  await page.addInitScript(recordShifts, true);
  const sendRest = await open(page, beginning);
  // Styles and typeface are there: nothing else holds a paint back.
  const isReadyToPaint = () =>
    page.evaluate(() => {
      // Reading the height forces the layout of the title, which no frame has done yet.
      const height = document.querySelector('h1')?.offsetHeight ?? 0;
      return height > 100 && document.fonts.check('1em basic');
    });
  await expect.poll(isReadyToPaint).toBe(true);
  // Without its mark, the same page is painted by now.
  const control = await context.newPage();
  await open(control, beginning.replace(/<link rel="expect"[^>]*>/, ''));
  await expect.poll(() => listPaints(control)).toContain('first-contentful-paint');
  expect(await listPaints(page)).toEqual([]);
  await control.close();

  sendRest();
  await expect.poll(() => listPaints(page)).toContain('first-contentful-paint');
  await waitForTypeface(page);
  await expectSteady(page);
  await page.close();
  site.close();
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
