import type { Page } from '@playwright/test';
import { buildForm } from '@/__tests__/support/contact-form';
import { contactCopyEn, errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { serviceCardsEn, servicesEn } from '@/lib/content/services-en';
import {
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

test('pressing Send while an invalid address has the focus shows the error', async ({ page }) => {
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
});

for (const isHydrated of [false, true]) {
  const when = isHydrated ? 'after' : 'before';
  test(`a form filled in 100 ms is marked as spam, opened ${when} hydration`, async ({ page }) => {
    const email = createEmail();
    await page.clock.install();
    await page.goto('/', { waitUntil: 'networkidle' });
    if (isHydrated) {
      await page.keyboard.press('Tab');
      await waitForReactHandlers(page.locator('#contact-dialog form'));
    }
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
    const [request] = await Promise.all([
      page.waitForRequest('**/api/contact'),
      getSendButton(dialog).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ fill_ms: 100 });
    await expect(getSuccessDialog(page)).toBeVisible();
    expect(await readStoredRequests(email)).toMatchObject([{ suspected_spam: true }]);
  });
}

test('text typed offline is kept and can be sent once the network is back', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_INTERNET_DISCONNECTED');
  const email = createEmail();
  const dialog = await visitForm(page);
  await fillForm(dialog, { email, message: 'Typed on a train' });
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
  await expect(
    dialog.getByRole('button', { name: contactCopyEn.submitting, exact: true }),
  ).toBeDisabled();
  await expect(getCloseButton(dialog)).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  release();
  await expect(getSuccessDialog(page)).toBeVisible();
  expect(requests).toBe(1);
  expect(await readStoredRequests(email)).toHaveLength(1);
});

test('a click on the backdrop keeps the dialog and what was typed', async ({ page }) => {
  const dialog = await visitForm(page);
  await fillForm(dialog, { email: 'half-typed', message: 'Half a sen' });
  await page.mouse.click(4, 4);
  await expect(dialog).toBeVisible();
  await expect(getField(dialog, 'message')).toHaveValue('Half a sen');
});

test('the success dialog and its backdrop fade out together', async ({ page }) => {
  const dialog = await visitForm(page);
  await sendForm(dialog);
  const success = getSuccessDialog(page);
  // While it comes in, its opacity is that animation's.
  await expect.poll(() => success.evaluate((it) => it.getAnimations().length)).toBe(0);
  const fades = await success
    .getByRole('button', { name: contactCopyEn.success.close, exact: true })
    .evaluate((button: HTMLButtonElement) => {
      button.click();
      return button
        .closest('dialog')
        ?.getAnimations({ subtree: true })
        .map((animation) => {
          const { pseudoElement } = animation.effect as KeyframeEffect;
          const { transitionProperty: property } = animation as CSSTransition;
          return { part: pseudoElement, property, ms: animation.effect?.getTiming().duration };
        });
    });
  for (const part of [null, '::backdrop'])
    expect(fades).toContainEqual({ part, property: 'opacity', ms: 300 });
  await expect(success).toBeHidden();
});

test('the success dialog fades out for 300 ms, however often Esc is pressed', async ({ page }) => {
  await page.clock.install();
  const dialog = await visitForm(page);
  await sendForm(dialog);
  // Its name goes with its contents.
  const success = page.locator('#success-dialog');
  await expect(success).toBeVisible();
  await stopClock(page);
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

  const getConfirmation = (page: Page) =>
    page.getByRole('status').filter({ hasText: contactCopyEn.success.title });
  const getOpenDialogs = (page: Page) => page.locator('dialog[open]');

  /** Sends a request that gets no answer for ten seconds, and closes the dialog. */
  async function closeTooEarly(page: Page) {
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
    await expect(
      dialog.getByRole('button', { name: contactCopyEn.submitting, exact: true }),
    ).toBeDisabled();
    await page.clock.fastForward(10_000);
    await expect(dialog.getByRole('alert')).toContainText(networkMessage);
    await getCloseButton(dialog).click();
    await expect(getOpenDialogs(page)).toHaveCount(0);
    const store = async () => {
      const response = page.waitForResponse('**/api/contact');
      release();
      await (await response).finished();
      await expect.poll(() => readStoredRequests(email)).toHaveLength(1);
    };
    return { dialog, store };
  }

  test('is confirmed by a status line that stays until it is closed', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    const { store } = await closeTooEarly(page);
    const measureHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
    const readScrollY = () => page.evaluate(() => scrollY);
    const before = await readScrollY();
    await store();
    await expect(getConfirmation(page)).toContainText(
      `${contactCopyEn.success.title} ${contactCopyEn.success.before}` +
        `${servicesEn['crm-integrations'].name}${contactCopyEn.success.after}`,
    );
    await expect(getConfirmation(page)).toBeInViewport();
    await expect(getOpenDialogs(page)).toHaveCount(0);
    expect(await readScrollY()).toBe(before);
    await page.clock.fastForward('10:00');
    await expect(getConfirmation(page)).toBeVisible();
    const heightWithLine = await measureHeight();
    await getConfirmation(page)
      .getByRole('button', { name: contactCopyEn.success.close, exact: true })
      .click();
    await expect(getConfirmation(page)).toHaveCount(0);
    expect(await measureHeight()).toBeLessThan(heightWithLine);
  });

  for (const when of ['before', 'after'] as const) {
    test(`leaves a form alone that was reopened and typed ${when} the answer`, async ({ page }) => {
      const { dialog, store } = await closeTooEarly(page);
      await page
        .getByRole('button', { name: serviceCardsEn['appointment-scheduling']!.ask, exact: true })
        .click();
      if (when === 'after') await store();
      await getField(dialog, 'email').fill('another@example.com');
      await getField(dialog, 'message').fill('Half a sen');
      if (when === 'before') await store();
      await waitUntilSettled(page);
      await expect(dialog).toBeVisible();
      await expect(getOpenDialogs(page)).toHaveCount(1);
      await expect(getField(dialog, 'service_type')).toHaveValue('appointment-scheduling');
      await expect(getField(dialog, 'email')).toHaveValue('another@example.com');
      await expect(getField(dialog, 'message')).toHaveValue('Half a sen');
      if (when === 'before') return;
      await page.keyboard.press('Escape');
      await expect(getConfirmation(page)).toContainText(servicesEn['crm-integrations'].name);
    });
  }
});
