import type { Page } from '@playwright/test';
import { contactCopyEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { servicesEn } from '@/lib/content/services-en';
import { inspectFocus, pressRepeatedly } from './focus';
import { czech, test } from '../call/call-page';
import { getContactDialog, getSuccessDialog, getField } from '../contact/contact-form';
import { createEmail, readStoredRequests } from '../support/database';
import { openPage, waitForReactHandlers } from '../support/loading';
import { expect } from '../support/test';
import { getMenuButton } from '../landing/menu';

const locateFocused = (page: Page) => page.locator(':focus');
const press = (page: Page, key: string) => page.keyboard.press(key);

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('Tab and Shift+Tab reach the whole landing page', async ({ page, call }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // Once the widget has replaced its placeholder.
  await call.open('silent');
  const there = await pressRepeatedly(page);
  expect(there.length).toBeGreaterThanOrEqual(20);
  expect(await pressRepeatedly(page, there.length, 'Shift+Tab')).toEqual(there.reverse());
});

test('a hidden or covered focus ring is detected', async ({ page }) => {
  await openPage(page, '/');
  await pressRepeatedly(page, en.hero.tryCaller);
  const plant = (rule: string) =>
    page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, rule);
  await plant(':focus-visible { outline: none !important; }');
  expect((await inspectFocus(page)).faults).toEqual(['no ring: none']);
  await plant('header { position: fixed !important; inset: 0 !important; }');
  expect((await inspectFocus(page)).faults).toContainEqual(expect.stringMatching(/^under <header/));
});

test('a request can be opened, corrected and sent with the keyboard', async ({ page }) => {
  const email = createEmail();
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, '/');
  const sheet = page.locator('#site-menu');
  await pressRepeatedly(page, en.header.menu);
  const toggle = getMenuButton(page);
  await expect(toggle).toBeFocused();
  await press(page, 'Enter');
  await expect(sheet).toBeVisible();
  await pressRepeatedly(page, en.header.links[2]!.label);
  await press(page, 'Escape');
  await expect(sheet).toBeHidden();
  await expect(toggle).toBeFocused();

  await press(page, 'Enter');
  await pressRepeatedly(page, en.actions.getStarted);
  await press(page, 'Enter');
  const dialog = getContactDialog(page);
  const service = getField(dialog, 'service_type');
  await expect(service).toBeFocused();
  expect((await inspectFocus(page)).faults).toEqual([]);
  await waitForReactHandlers(dialog.locator('form'));
  await pressRepeatedly(page, contactCopyEn.submit);
  await press(page, 'Enter');
  await expect(dialog.getByText(fieldErrorsEn.email_required, { exact: true })).toBeVisible();
  await expect(service).toBeFocused();
  expect((await inspectFocus(page)).faults).toEqual([]);

  await page.keyboard.type(servicesEn['crm-integrations'].name.split(' ')[0]!);
  await pressRepeatedly(page, /INPUT/);
  await page.keyboard.type(email);
  await pressRepeatedly(page, /TEXTAREA/);
  await page.keyboard.type('By keyboard');
  await pressRepeatedly(page, contactCopyEn.submit);
  await press(page, 'Enter');
  const success = getSuccessDialog(page);
  await expect(success).toBeVisible();
  await expect(locateFocused(page)).toHaveText(contactCopyEn.success.close);
  expect((await inspectFocus(page)).faults).toEqual([]);
  await press(page, 'Enter');
  await expect(success).toBeHidden();
  await expect(toggle).toBeFocused();
  expect((await inspectFocus(page)).faults).toEqual([]);
  expect(await readStoredRequests(email)).toEqual([
    expect.objectContaining({ message: 'By keyboard' }),
  ]);
});

test('focus stays in the dialog and returns to the opener on Close', async ({ page }) => {
  await openPage(page, '/');
  await pressRepeatedly(page, `BUTTON ${en.actions.getStarted}`);
  const opener = await locateFocused(page).elementHandle();
  await press(page, 'Enter');
  const dialog = getContactDialog(page);
  await expect(dialog).toBeVisible();
  await pressRepeatedly(page, `BUTTON ${contactCopyEn.close}`);
  await pressRepeatedly(page, /SELECT/);
  await pressRepeatedly(page, `BUTTON ${contactCopyEn.close}`, 'Shift+Tab');
  await press(page, 'Enter');
  await expect(dialog).toBeHidden();
  expect(await opener?.evaluate((button) => button === document.activeElement)).toBe(true);
});

test.describe('on the personal page', () => {
  test.use({ language: czech });

  test('a call works with the keyboard, and Escape does not hang up', async ({ page, call }) => {
    const { copy } = call;
    await page.setViewportSize({ width: 390, height: 844 });
    await call.open('silent');
    await pressRepeatedly(page, `BUTTON ${copy.start}`);
    await press(page, 'Enter');
    await call.expectLive();
    await expect(call.getButton(copy.end)).toBeFocused();
    expect((await inspectFocus(page)).faults).toEqual([]);
    await press(page, 'Escape');
    await pressRepeatedly(page, `BUTTON ${copy.mute}`, 'Shift+Tab');
    await press(page, 'Space');
    await expect(call.stage).toContainText(copy.youAreMuted);
    await pressRepeatedly(page, `BUTTON ${copy.sound}`);
    await press(page, 'Enter');
    await pressRepeatedly(page, /^SELECT/, 'Shift+Tab');
    await pressRepeatedly(page, /^INPUT/);
    await press(page, 'Escape');
    await expect(call.widget.getByRole('slider')).toHaveCount(0);
    await pressRepeatedly(page, `BUTTON ${copy.keyboard}`);
    await press(page, 'Enter');
    await expect(call.widget.getByRole('textbox')).toBeFocused();
    await pressRepeatedly(page, `BUTTON ${copy.end}`);
    await press(page, 'Enter');
    await call.expectReleased();
    const { thanks } = personalCopyCs.afterCall;
    await expect(page.getByText(thanks.title, { exact: true })).toBeVisible();
    await expect(call.getButton(copy.start)).toBeFocused();
    expect((await inspectFocus(page)).faults).toEqual([]);
    await pressRepeatedly(page);
  });
});
