import type { Locator } from '@playwright/test';
import { buildForm } from '@/__tests__/support/contact-form';
import { contactCopyEn, errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { serviceCardsEn, servicesEn } from '@/lib/content/services-en';
import {
  expectForm,
  fillForm,
  getContactDialog,
  getSendButton,
  getSuccessDialog,
  sendForm,
  visitForm,
  getField,
  getCloseButton,
} from './contact-form';
import { createEmail, readStoredRequests } from '../support/database';
import { holdBack, stopClock, waitForReactHandlers, waitUntilSettled } from '../support/loading';
import { engines, expect, test } from '../support/test';

const networkMessage = errorsEn.unavailable;
const expectSending = (dialog: Locator) =>
  expect(
    dialog.getByRole('button', { name: contactCopyEn.submitting, exact: true }),
  ).toBeDisabled();

test(
  'a request is stored without markup and confirmed by its service',
  engines,
  async ({ page }) => {
    const email = createEmail();
    const dialog = await visitForm(page);
    const values = buildForm({ service_type: 'crm-integrations' });
    const message = ' <b>We copy leads by hand.</b> ';
    await sendForm(dialog, { ...values, email: `  ${email.toUpperCase()} `, message });

    const success = getSuccessDialog(page);
    await expect(success).toContainText(servicesEn['crm-integrations'].name);
    await success.getByRole('button', { name: contactCopyEn.success.close, exact: true }).click();
    await expect(success).toBeHidden();
    expect(await readStoredRequests(email)).toEqual([
      expect.objectContaining({ ...values, email, message: 'bWe copy leads by hand./b' }),
    ]);
  },
);

test(
  'pressing Send while an invalid address has the focus shows the error',
  engines,
  async ({ page }) => {
    const dialog = await visitForm(page);
    const email = getField(dialog, 'email');
    await getField(dialog, 'service_type').selectOption(servicesEn['ai-customer-support'].name);
    await email.fill('not an address');
    await getSendButton(dialog).hover();
    await page.mouse.down();
    await waitUntilSettled(page);
    await expect(email).not.toHaveAccessibleDescription(fieldErrorsEn.email_invalid);
    await page.mouse.up();
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(fieldErrorsEn.email_invalid);
  },
);

test('a form filled in 100 ms, from before hydration on, is marked as spam', async ({ page }) => {
  const email = createEmail();
  await page.clock.install();
  await page.goto('/', { waitUntil: 'networkidle' });
  // From here on only the test moves the clock.
  await stopClock(page, 60_000);
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('#home [command="show-modal"]')?.click(),
  );
  // React starts in a later task.
  await page.clock.runFor(100);
  const dialog = getContactDialog(page);
  await waitForReactHandlers(dialog.locator('form'));
  await fillForm(dialog, { email });
  const request = page.waitForRequest('**/api/contact');
  await getSendButton(dialog).click();
  expect((await request).postDataJSON()).toMatchObject({ fill_ms: 100 });
  await expect(getSuccessDialog(page)).toBeVisible();
  expect(await readStoredRequests(email)).toMatchObject([{ suspected_spam: true }]);
});

test('text typed offline is kept and can be sent once the network is back', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_INTERNET_DISCONNECTED');
  const email = createEmail();
  const dialog = await visitForm(page);
  await fillForm(dialog, { email, message: 'Typed on a train' });
  // The backdrop.
  await page.mouse.click(4, 4);
  await context.setOffline(true);
  await getSendButton(dialog).click();
  await expect(dialog.getByRole('alert')).toContainText(networkMessage);
  await expect(getField(dialog, 'message')).toHaveValue('Typed on a train');
  await context.setOffline(false);
  await getSendButton(dialog).click();
  await expect(getSuccessDialog(page)).toBeVisible();
  expect(await readStoredRequests(email)).toHaveLength(1);
});

test('a double click sends one request, and the dialog stays open meanwhile', async ({ page }) => {
  const email = createEmail();
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact')) requests += 1;
  });
  const release = await holdBack(page, '**/api/contact');
  const dialog = await visitForm(page);
  await fillForm(dialog, { email });
  await getSendButton(dialog).dblclick();
  await getField(dialog, 'email').press('Enter');
  await expectSending(dialog);
  await expect(getCloseButton(dialog)).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  release();
  await expect(getSuccessDialog(page)).toBeVisible();
  expect(requests).toBe(1);
  expect(await readStoredRequests(email)).toHaveLength(1);
});

test('the success dialog and its backdrop fade out for 300 ms', async ({ page }) => {
  await page.clock.install();
  const dialog = await visitForm(page);
  await sendForm(dialog);
  // Its name goes with its contents.
  const success = page.locator('#success-dialog');
  await expect(success).toBeVisible();
  // While it comes in, its opacity is that animation's.
  await expect.poll(() => success.evaluate((it) => it.getAnimations().length)).toBe(0);
  await stopClock(page);
  const close = success.getByRole('button', { name: contactCopyEn.success.close, exact: true });
  const fades = await close.evaluate((button: HTMLButtonElement) => {
    button.click();
    const animations = button.closest('dialog')!.getAnimations({ subtree: true });
    return animations.map((animation) => ({
      part: (animation.effect as KeyframeEffect).pseudoElement,
      property: (animation as CSSTransition).transitionProperty,
      ms: animation.effect?.getTiming().duration,
    }));
  });
  for (const part of [null, '::backdrop'])
    expect(fades).toContainEqual({ part, property: 'opacity', ms: 300 });
  // Chromium lets a page cancel only the first press.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.clock.runFor(299);
  expect(await success.isVisible()).toBe(true);
  await page.clock.runFor(1);
  await expect(success).toBeHidden();
});

test.describe('a request stored after its dialog was closed', () => {
  // Closing gives the focus back, which would scroll smoothly.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('leaves the next form alone, and is confirmed by a line that stays', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    const release = await holdBack(page, '**/api/contact');
    const email = createEmail();
    await page.clock.install();
    // Keeps the request when its deadline passes.
    await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = (url, init) => fetch(url, { ...init, signal: null });
    });
    const dialog = await visitForm(page);
    await sendForm(dialog, { email });
    await expectSending(dialog);
    await page.clock.fastForward(10_000);
    await expect(dialog.getByRole('alert')).toContainText(networkMessage);
    await getCloseButton(dialog).click();
    await expect(dialog).toBeHidden();

    const { ask } = serviceCardsEn['appointment-scheduling']!;
    await page.getByRole('button', { name: ask, exact: true }).click();
    const typed = buildForm({ service_type: 'appointment-scheduling', message: 'Half a sen' });
    const response = page.waitForResponse('**/api/contact');
    release();
    await (await response).finished();
    await expect.poll(() => readStoredRequests(email)).toHaveLength(1);
    await waitUntilSettled(page);
    await fillForm(dialog, typed);
    await expect(page.locator('dialog[open]')).toHaveCount(1);
    await expectForm(dialog, typed);
    const readPosition = () => page.evaluate(() => scrollY);
    const before = await readPosition();
    await page.keyboard.press('Escape');
    const line = page.getByRole('status').filter({ hasText: contactCopyEn.success.title });
    await expect(line).toContainText(servicesEn['crm-integrations'].name);
    await expect(line).toBeInViewport();
    await page.clock.fastForward('10:00');
    await expect(line).toBeVisible();
    expect(await readPosition()).toBe(before);
    await line.getByRole('button', { name: contactCopyEn.success.close, exact: true }).click();
    await expect(line).toHaveCount(0);
  });
});
