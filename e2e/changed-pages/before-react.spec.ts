import { devices, type Page } from '@playwright/test';
import { callCopyEn } from '@/lib/content/call-en';
import { contactCopyEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { createEmail, readStoredRequests } from '../support/database';
import { holdBackScripts, waitForReactHandlers } from '../support/loading';
import { expect, long, test } from '../support/test';
import { changes } from './changes';

const { viewport, userAgent, deviceScaleFactor } = devices['Pixel 7']!;
test.use({ viewport, userAgent, deviceScaleFactor, hasTouch: true, isMobile: true });

/** One change of each kind: next to a field, of an ancestor, of every text. */
const quickForDialog = /next to the e-mail field|whole page|translation/;
/** Of those that reach the call. */
const quickForCall = /two sections|translation/;

const getDialog = (page: Page) => page.locator('#contact-dialog');

for (const [name, change] of Object.entries(changes)) {
  test(
    `an open dialog keeps its text when the page is changed: ${name}`,
    quickForDialog.test(name) ? {} : long,
    async ({ page, expectedErrors }) => {
      // React reports that it had to render a part again.
      expectedErrors.push('Minified React error #418');
      const release = await holdBackScripts(page);
      const email = createEmail();
      await page.goto('/', { waitUntil: 'commit' });
      await page
        .locator('#home')
        .getByRole('button', { name: en.actions.getStarted, exact: true })
        .tap();
      await getDialog(page).locator('select').selectOption('crm-integrations');
      await getDialog(page).locator('[name="email"]').fill(email);
      const message = getDialog(page).locator('textarea');
      await message.fill('We copy leads by hand.');
      await message.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(8, 13));
      await page.waitForLoadState('domcontentloaded');
      await page.evaluate(change);
      release();
      await waitForReactHandlers(getDialog(page).locator('form'));

      await expect(getDialog(page)).toBeVisible();
      expect(await getDialog(page).evaluate((element) => element.matches(':modal'))).toBe(true);
      await expect(getDialog(page).locator('select')).toHaveValue('crm-integrations');
      await expect(getDialog(page).locator('[name="email"]')).toHaveValue(email);
      await expect(message).toBeFocused();
      await page.keyboard.type('requests');
      await expect(message).toHaveValue('We copy requests by hand.');
      await expect(
        getDialog(page)
          .getByText(/^25\/1000/)
          .first(),
      ).toBeAttached();

      await getDialog(page).locator('[type="submit"]').tap();
      await expect(
        page.getByRole('dialog', { name: contactCopyEn.success.title, exact: true }),
      ).toBeVisible();
      expect(await readStoredRequests(email)).toHaveLength(1);
      // Nothing is added where React did not have to render again.
      await expect(getDialog(page)).toHaveCount(1);
    },
  );

  test(
    `an early press on Start is kept when the page is changed: ${name}`,
    quickForCall.test(name) ? {} : long,
    async ({ page, expectedErrors }) => {
      // On a phone the SDK runs without its noise filter, and logs that as an error.
      expectedErrors.push('Minified React error #418', 'platform-unsupported input processor');
      const release = await holdBackScripts(page);
      await page.goto('/', { waitUntil: 'commit' });
      const start = page.locator('[data-call-main]');
      await start.scrollIntoViewIfNeeded();
      await start.tap({ force: true });
      await page.waitForLoadState('domcontentloaded');
      await page.evaluate(change);
      release();
      await page.getByRole('button', { name: callCopyEn.end, exact: true }).tap();
      await expect(page.getByText(callCopyEn.endedBy.visitor, { exact: true })).toBeVisible();
    },
  );
}
