import type { Locator, Page } from '@playwright/test';
import { buildForm } from '@/__tests__/support/contact-form';
import {
  CONTACT_FIELD_NAMES,
  CONTACT_FIELDS,
  type ContactField,
  type ContactInput,
  readInput,
} from '@/lib/contact/fields';
import { contactCopyEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { createEmail } from '../support/database';
import { waitForReactHandlers } from '../support/loading';
import { expect } from '../support/test';

export const getContactDialog = (page: Page) =>
  page.getByRole('dialog', { name: contactCopyEn.title, exact: true });
export const getSuccessDialog = (page: Page) =>
  page.getByRole('dialog', { name: contactCopyEn.success.title, exact: true });

/** The title of the page that a form posted without script leads to. */
export const getSentHeading = (page: Page) =>
  page.getByRole('heading', { name: contactCopyEn.success.title, exact: true });

/** Presses a button of the landing page that opens the contact dialog. */
export const openDialog = (page: Page) =>
  page.locator('#home').getByRole('button', { name: en.actions.getStarted, exact: true }).click();

/** Opens the page and its contact dialog, without waiting for React. */
export async function openDialogEarly(page: Page): Promise<Locator> {
  await page.goto('/', { waitUntil: 'commit' });
  await openDialog(page);
  return getContactDialog(page);
}

/** Opens the landing page and its contact dialog, once React has hydrated the form. */
export async function visitForm(page: Page): Promise<Locator> {
  await page.goto('/');
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

/** The control of a field, in the dialog or on the page of the form. */
export const getField = (form: Locator | Page, name: ContactField) =>
  form.getByLabel(contactCopyEn.fields[name].label, { exact: true });

/**
 * Fills in the form: an optional field with nothing, if `values` has nothing for it. Without an
 * address, one is made that no other test uses.
 */
export async function fillForm(form: Locator, values: Partial<ContactInput> = {}): Promise<void> {
  const complete = buildForm({ service_type: 'crm-integrations', email: createEmail() });
  for (const name of CONTACT_FIELD_NAMES) {
    const value = values[name] ?? (CONTACT_FIELDS[name].required ? complete[name] : '');
    const field = getField(form, name);
    const type = await field.evaluate((control: HTMLInputElement) => control.type);
    if (type === 'select-one') await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Expects these values in the form, and nothing else. */
export async function expectForm(form: Locator, values: ContactInput): Promise<void> {
  const read = async () => {
    const typed = await form
      .locator('form')
      .evaluate((element: HTMLFormElement) => Object.fromEntries(new FormData(element)));
    return readInput((name) => typed[name]);
  };
  await expect.poll(read).toEqual(values);
}

export const getCloseButton = (dialog: Locator) =>
  dialog.getByRole('button', { name: contactCopyEn.close, exact: true });
export const getSendButton = (form: Locator) =>
  form.getByRole('button', { name: contactCopyEn.submit, exact: true });

/** Fills in the form and sends it. */
export async function sendForm(form: Locator, values?: Parameters<typeof fillForm>[1]) {
  await fillForm(form, values);
  await getSendButton(form).click();
}
