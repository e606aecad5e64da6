import type { Locator, Page } from '@playwright/test';
import { contactCopyEn } from '../../lib/content/contact-en';
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
