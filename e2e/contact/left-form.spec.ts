import type { Page } from '@playwright/test';
import { buildForm, EMPTY_FORM } from '@/__tests__/support/contact-form';
import { contactCopyEn } from '@/lib/content/contact-en';
import {
  expectForm,
  fillForm,
  getContactDialog,
  getSendButton,
  getSuccessDialog,
  openDialog,
  openDialogEarly,
  openForm,
  visitForm,
  getCloseButton,
} from './contact-form';
import { createEmail } from '../support/database';
import { hasReactRoot, holdBackScripts, waitForReactHandlers } from '../support/loading';
import { engines, expect, long, test } from '../support/test';

const typed = buildForm({
  service_type: 'crm-integrations',
  email: 'jana@example.com',
  message: 'Half a sen',
});
const expectTyped = (page: Page) => expectForm(getContactDialog(page), typed);
const expectEmpty = (page: Page) => expectForm(getContactDialog(page), EMPTY_FORM);

/** The browser of these tests has no back/forward cache: going back loads the page again. */
async function goToNoticeAndBack(page: Page): Promise<void> {
  await page.goto('/privacy');
  await page.goBack();
}

for (const isHydrated of [false, true]) {
  const when = isHydrated ? 'after' : 'before';
  test(
    `text typed ${when} hydration is there again after Back`,
    isHydrated ? engines : long,
    async ({ page }) => {
      if (!isHydrated) await holdBackScripts(page);
      const dialog = await openDialogEarly(page);
      if (isHydrated) await waitForReactHandlers(dialog.locator('form'));
      await fillForm(dialog, typed);
      expect(await hasReactRoot(page)).toBe(isHydrated);
      await page.unrouteAll({ behavior: 'ignoreErrors' });

      await goToNoticeAndBack(page);
      await expect(dialog).toBeHidden();
      await openDialog(page);
      await expectTyped(page);
      await expect(
        dialog.getByText(`10/1000 ${contactCopyEn.counter}`, { exact: true }).first(),
      ).toBeVisible();
      await waitForReactHandlers(dialog.locator('form'));
      await expectTyped(page);

      await getCloseButton(dialog).click();
      await openDialog(page);
      await expectEmpty(page);
    },
  );
}

test(
  'text is there again after a reload where the browser keeps it',
  engines,
  async ({ page, browserName }) => {
    await fillForm(await visitForm(page), typed);
    await page.reload();
    await openDialog(page);
    const kept = browserName === 'firefox' ? typed : EMPTY_FORM;
    await expectForm(getContactDialog(page), kept);
    await waitForReactHandlers(getContactDialog(page).locator('form'));
    await expectForm(getContactDialog(page), kept);
  },
);

test('a form that was closed before Back stays empty, and so does a new visit', async ({
  page,
}) => {
  const dialog = await visitForm(page);
  await fillForm(dialog, typed);
  await getCloseButton(dialog).click();
  await goToNoticeAndBack(page);
  await openForm(page);
  await expectEmpty(page);
  await fillForm(dialog, typed);
  await page.goto('/privacy');
  await page.goto('/');
  await openDialog(page);
  await expectEmpty(page);
});

test('links in the dialog open in a new tab, which knows nothing of the form', async ({ page }) => {
  const dialog = await visitForm(page);
  await fillForm(dialog, typed);
  const links = await dialog.getByRole('link').all();
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) {
    await expect(link).toHaveAccessibleDescription(contactCopyEn.newTab);
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await tab.goto('/');
    expect(await tab.evaluate(() => [window.opener, sessionStorage.length])).toEqual([null, 0]);
    await tab.close();
  }
  await expectTyped(page);
});

test('nothing is kept of a request that was stored', async ({ page }) => {
  const dialog = await visitForm(page);
  await fillForm(dialog, { ...typed, email: createEmail() });
  await getSendButton(dialog).click();
  await expect(getSuccessDialog(page)).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await goToNoticeAndBack(page);
  await openDialog(page);
  await expectEmpty(page);
});
