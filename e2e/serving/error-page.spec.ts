import { devices } from '@playwright/test';
import { ERROR_TEXTS } from '@/lib/content/errors';
import { expect, test } from '../support/test';

// Playwright's own user agent names a headless browser, whose reports are not logged.
test.use({ userAgent: devices['Desktop Firefox'].userAgent });

test('the error page reports only its digest to our server', async ({ page, expectedErrors }) => {
  expectedErrors.push('status of 500', 'Minified React error #441');
  const beacons: string[] = [];
  await page.exposeFunction('keepBeacon', (text: string) => beacons.push(text));
  // Playwright cannot read what a beacon sends as a blob.
  await page.addInitScript(() => {
    const { keepBeacon } = window as unknown as { keepBeacon: (text: string) => void };
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (path, body) => {
      if (String(path) === '/api/page-error') void (body as Blob).text().then(keepBeacon);
      return send(path, body);
    };
  });
  const reported = page.waitForResponse('**/api/page-error');
  const response = await page.goto('/fault?contact_name=Jana');
  expect((await reported).status()).toBe(201);
  await expect.poll(() => beacons).toEqual([expect.stringMatching(/^\{"digest":"\d{1,10}"\}$/)]);
  expect(response?.headers()['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ERROR_TEXTS.en.title);
});
