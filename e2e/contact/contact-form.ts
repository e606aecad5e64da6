import type { Locator, Page } from '@playwright/test';
import { contactCopyEn } from '@/lib/content/contact-en';
import { createEmail } from '../support/database';
import { waitForReactHandlers } from '../support/loading';
import { expect } from '../support/test';

export const getContactDialog = (page: Page) =>
  page.getByRole('dialog', { name: contactCopyEn.title });
export const getSuccessDialog = (page: Page) =>
  page.getByRole('dialog', { name: contactCopyEn.success.title });

/** Presses a button of the landing page that opens the contact dialog. */
export const openDialog = (page: Page) =>
  page.locator('#home').getByRole('button', { name: 'Get Started', exact: true }).click();

/** Opens the page and its contact dialog, without waiting for React. */
export async function openDialogEarly(page: Page): Promise<Locator> {
  await page.goto('/', { waitUntil: 'commit' });
  await openDialog(page);
  return getContactDialog(page);
}

/** Opens the landing page and its contact dialog, once React has hydrated the form. */
export async function visitForm(page: Page, origin = ''): Promise<Locator> {
  await page.goto(`${origin}/`);
  return openForm(page);
}

/** Opens the contact dialog of a loaded page, and waits until React has hydrated its form. */
export async function openForm(page: Page): Promise<Locator> {
  await openDialog(page);
  const dialog = getContactDialog(page);
  await expect(dialog).toBeVisible();
  await waitForReactHandlers(dialog.locator('form'));
  return dialog;
}

/** Fills in the form; without an address, with one that no other test uses. */
export async function fillForm(
  form: Locator,
  { service = 'CRM Integrations', email = createEmail(), message = '' } = {},
): Promise<void> {
  await form.getByLabel('Service type').selectOption(service);
  await form.getByLabel('Email address').fill(email);
  await form.getByLabel('Message').fill(message);
}

export const getSendButton = (form: Locator) =>
  form.getByRole('button', { name: contactCopyEn.submit });

/** Fills in the form and sends it. */
export async function sendForm(form: Locator, values?: Parameters<typeof fillForm>[1]) {
  await fillForm(form, values);
  await getSendButton(form).click();
}
