import type { Page } from '@playwright/test';
import { callCopyCs } from '@/lib/content/call-cs';
import { contactCopyEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { personalCopyCs } from '@/lib/content/personal-cs';
import {
  getSendButton,
  getSuccessDialog,
  openForm,
  sendForm,
  getField,
  getCloseButton,
  getContactDialog,
} from '../contact/contact-form';
import { getMenuButton } from '../landing/menu';
import { openPersonal, personalPath } from '../outreach/outreach-page';
import { holdBack, openPage } from '../support/loading';
import { expect } from '../support/test';
import { callVisits } from './call-states';
import type { Visit } from './visit';

const open = (path: string) => (page: Page) => openPage(page, path);

async function openMenu(page: Page) {
  await getMenuButton(page).click();
  await expect(page.locator('#site-menu')).toBeVisible();
}

export async function enterForm(page: Page) {
  await openPage(page, '/');
  return openForm(page);
}

export async function refuseForm(page: Page) {
  const dialog = getContactDialog(page);
  await getSendButton(dialog).click();
  await expect(getField(dialog, 'service_type')).toBeFocused();
}

const enterAndSend = (page: Page) =>
  sendForm(getContactDialog(page), { message: 'We copy leads by hand.' });

const expectSending = (page: Page) =>
  expect(
    getContactDialog(page).getByRole('button', { name: contactCopyEn.submitting, exact: true }),
  ).toBeDisabled();

async function keepSending(page: Page) {
  await page.route('**/api/contact', () => {});
  await enterForm(page);
  await enterAndSend(page);
  await expectSending(page);
}

async function failToSend(page: Page) {
  const json = { ok: false, error: 'internal', message: 'It failed.' };
  await page.route('**/api/contact', (route) => route.fulfill({ status: 500, json }));
  await enterAndSend(page);
  await expect(getContactDialog(page).getByRole('alert')).toContainText('It failed.');
}

async function sendSuccessfully(page: Page) {
  await page.unrouteAll();
  await enterAndSend(page);
  await expect(getSuccessDialog(page)).toBeVisible();
}

/** Closes the dialog after the network error; then the request is stored after all. */
async function storeAfterTimeout(page: Page) {
  const answer = await holdBack(page, '**/api/contact');
  await page.clock.install();
  const dialog = await enterForm(page);
  await enterAndSend(page);
  await expectSending(page);
  await page.clock.fastForward(10_000);
  await getCloseButton(dialog).click();
  answer();
  await expect(page.locator('.late-success')).toBeInViewport();
}

/** Posts the form of the page without dialog, as a browser without script does. */
async function postPlainForm(page: Page) {
  await sendForm(page.getByRole('main'), { service_type: 'other', email: 'no address' });
  await expect(page.getByText(fieldErrorsEn.email_invalid, { exact: true })).toBeVisible();
}

async function failVisit(page: Page) {
  await page.route('**/api/visit', (route) => route.abort());
  await openPersonal(page, 'silent-cs');
  await expect(page.getByText(callCopyCs.ready, { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
}

async function reachThanks(page: Page) {
  await page.getByRole('button', { name: callCopyCs.start, exact: true }).click();
  await page.getByRole('button', { name: callCopyCs.end, exact: true }).click();
  await expect(
    page.getByText(personalCopyCs.afterCall.thanks.title, { exact: true }),
  ).toBeVisible();
}

export const visits: Visit[] = [
  {
    states: [
      { name: 'landing page', enter: open('/') },
      { name: 'menu', enter: openMenu, part: 'header' },
    ],
  },
  {
    errors: ['status of 500'],
    states: [
      { name: 'dialog', enter: enterForm, part: '[open]' },
      { name: 'dialog with errors', enter: refuseForm, part: '[open]' },
      { name: 'dialog that failed', enter: failToSend, part: '[open]' },
      { name: 'dialog after sending', enter: sendSuccessfully, part: '[open]' },
    ],
  },
  {
    isLong: true,
    states: [{ name: 'dialog while sending', enter: keepSending, part: '[open]' }],
  },
  { states: [{ name: 'success after closing', enter: storeAfterTimeout, part: '.late-success' }] },
  {
    isLong: true,
    errors: ['status of 422'],
    states: [
      { name: 'form without dialog', enter: open('/contact') },
      { name: 'form without dialog, with errors', enter: postPlainForm },
      {
        name: 'form without dialog, not sent without cookies',
        enter: open('/contact?outcome=not-sent&error=unavailable'),
      },
    ],
  },
  ...callVisits,
  {
    isLong: true,
    states: [{ name: 'personal page', enter: open(`${personalPath}demo-en&lang=en`) }],
  },
  { states: [{ name: 'personal page without an assistant', enter: open('/outreach') }] },
  {
    errors: ['ERR_FAILED'],
    states: [
      { name: 'personal page with a tracking error', enter: failVisit },
      { name: 'personal page after a call', enter: reachThanks },
    ],
  },
  { states: [{ name: 'privacy notice', enter: open('/privacy') }] },
  {
    isLong: true,
    errors: ['status of 404'],
    states: [{ name: 'unknown address', enter: open('/no-such-page') }],
  },
  {
    errors: ['status of 500', 'Minified React error #441'],
    states: [{ name: 'thrown error', enter: open('/fault') }],
  },
];
