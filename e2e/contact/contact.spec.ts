import { buildForm } from '@/__tests__/support/contact-form';
import { contactCopyEn, errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { servicesEn } from '@/lib/content/services-en';
import {
  fillForm,
  getSendButton,
  getSuccessDialog,
  sendForm,
  visitForm,
  getField,
} from './contact-form';
import { createEmail, readStoredRequests } from '../support/database';
import { holdBack, waitUntilSettled } from '../support/loading';
import { engines, expect, test } from '../support/test';

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
  await expect(dialog.getByRole('alert')).toContainText(errorsEn.unavailable);
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
  // As Chromium before 134.
  await dialog.evaluate((element) => element.removeAttribute('closedby'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  release();
  await expect(getSuccessDialog(page)).toBeVisible();
  expect(requests).toBe(1);
  expect(await readStoredRequests(email)).toHaveLength(1);
});

// contact-dialog.test.tsx closes it after that time.
test('the success dialog and its backdrop fade out for 300 ms', async ({ page }) => {
  await sendForm(await visitForm(page));
  const success = getSuccessDialog(page);
  // While it comes in, its opacity is that animation's.
  await expect.poll(() => success.evaluate((it) => it.getAnimations().length)).toBe(0);
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
});
