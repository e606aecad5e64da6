import type { Page } from '@playwright/test';
import { expect, freshEmail, storedRequests, test } from './test';

test.use({ javaScriptEnabled: false });

async function openDialog(page: Page) {
  await page.goto('/');
  await page.getByRole('button', { name: 'Claim Your Free Strategy Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Get In Touch' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('the dialog opens, closes and sends; the answer is a page without personal data in its address', async ({
  page,
}) => {
  const email = freshEmail();
  const closing = await openDialog(page);
  await closing.getByRole('button', { name: 'Close' }).click();
  await expect(closing).toBeHidden();

  const dialog = await openDialog(page);
  await dialog.getByLabel('Service type').selectOption('Appointment Scheduling');
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Message').fill('Sent without script');
  await dialog.getByRole('button', { name: 'Send Message' }).click();

  await expect(page.getByRole('heading', { name: 'Message Sent Successfully!' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Appointment Scheduling');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/contact');
  expect(await storedRequests(email)).toEqual([
    expect.objectContaining({
      service_type: 'appointment-scheduling',
      message: 'Sent without script',
    }),
  ]);
});

test('errors come back with everything typed, and the corrected form sends', async ({ page }) => {
  const email = freshEmail();
  const dialog = await openDialog(page);
  await dialog.getByLabel('Email address').fill('not an address');
  await dialog.getByLabel('Message').fill('Keep me');
  await dialog.getByRole('button', { name: 'Send Message' }).click();

  await expect(page.getByRole('alert')).toContainText('Please check your input and try again.');
  await expect(page.getByText('Please select a service type')).toBeVisible();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('Keep me');
  await expect(page.getByLabel('Email address')).toHaveValue('not an address');

  await page.getByLabel('Service type').selectOption('Other');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('main')).toContainText('Custom Solution');
  expect(await storedRequests(email)).toEqual([expect.objectContaining({ message: 'Keep me' })]);
});

test('the mobile menu and every anchor work', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).first().click();
  await page.locator('#site-menu').getByRole('link', { name: 'Solutions' }).click();
  await expect(page).toHaveURL(/#features$/);
  await expect(page.locator('#features')).toBeInViewport();
});
