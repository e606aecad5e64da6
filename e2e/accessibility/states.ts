import type { Page } from '@playwright/test';
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
import { contactCopyEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { CallPage } from '../call/call-page';
import {
  getSendButton,
  getSuccessDialog,
  openForm,
  sendForm,
  getField,
  getCloseButton,
} from '../contact/contact-form';
import { addProspect } from '../support/database';
import { holdBack } from '../support/loading';
import { expect } from '../support/test';
import { callStates } from './call-states';
import { getMenuButton } from '../landing/menu';

interface State {
  name: string;
  /** Brings a new page into this state. */
  enter: (page: Page) => Promise<unknown>;
  /** Errors that the browser logs on the way, as substrings. */
  errors?: string[];
  /** Exists on small screens only. */
  needsNarrowScreen?: true;
  /** A selector of the part that differs from other states. */
  part?: string;
  /** Checked by the long form only: a quick state shows the same markup. */
  isLong?: boolean;
}

const visitPath = (path: string) => (page: Page) => page.goto(path, { waitUntil: 'networkidle' });
const buildPersonalPath = (assistant: string) =>
  `/outreach?contact_name=Jana&company_name=Firma&vapi_assistant_id=${assistant}`;

async function openMenu(page: Page) {
  await visitPath('/')(page);
  await getMenuButton(page).click();
  await expect(page.locator('#site-menu')).toBeVisible();
}

async function enterForm(page: Page) {
  await visitPath('/')(page);
  return openForm(page);
}

async function enterFormInCall(page: Page) {
  await new CallPage(page).startLive('silent');
  await openForm(page);
  await expect(
    page.locator('dialog').getByRole('region', { name: callCopyEn.active }),
  ).toBeVisible();
}

async function refuseForm(page: Page) {
  const dialog = await enterForm(page);
  await getSendButton(dialog).click();
  await expect(getField(dialog, 'service_type')).toBeFocused();
}

async function enterAndSend(page: Page) {
  const dialog = await enterForm(page);
  await sendForm(dialog, { message: 'We copy leads by hand.' });
  return dialog;
}

async function keepSending(page: Page) {
  await page.route('**/api/contact', () => {});
  const dialog = await enterAndSend(page);
  await expect(
    dialog.getByRole('button', { name: contactCopyEn.submitting, exact: true }),
  ).toBeDisabled();
}

async function failToSend(page: Page) {
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 500, json: { ok: false, error: 'internal', message: 'It failed.' } }),
  );
  const dialog = await enterAndSend(page);
  await expect(dialog.getByRole('alert')).toContainText('It failed.');
}

async function sendSuccessfully(page: Page) {
  await enterAndSend(page);
  await expect(getSuccessDialog(page)).toBeVisible();
}

/** Closes the dialog after the network error; then the request is stored after all. */
async function storeAfterTimeout(page: Page) {
  const answer = await holdBack(page, '**/api/contact');
  await page.clock.install();
  const dialog = await enterAndSend(page);
  await expect(
    dialog.getByRole('button', { name: contactCopyEn.submitting, exact: true }),
  ).toBeDisabled();
  await page.clock.fastForward(10_000);
  await getCloseButton(dialog).click();
  answer();
  await expect(page.locator('.late-success')).toBeVisible();
}

/** Posts the form of the page without dialog, as a browser without script does. */
async function postPlainForm(page: Page) {
  await visitPath('/contact')(page);
  await sendForm(page.getByRole('main'), { service_type: 'other', email: 'no address' });
  await expect(page.getByText(fieldErrorsEn.email_invalid, { exact: true })).toBeVisible();
}

async function reachThanks(page: Page) {
  await addProspect('silent-cs-instant');
  await visitPath(buildPersonalPath('silent-cs-instant'))(page);
  await page.getByRole('button', { name: callCopyCs.start, exact: true }).click();
  await page.getByRole('button', { name: callCopyCs.end, exact: true }).click();
  await expect(
    page.getByText(personalCopyCs.afterCall.thanks.title, { exact: true }),
  ).toBeVisible();
}

async function failVisit(page: Page) {
  await page.route('**/api/visit', (route) => route.abort());
  await visitPath(buildPersonalPath('demo-cs'))(page);
  await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
}

export const states: State[] = [
  { name: 'landing page', enter: visitPath('/') },
  { name: 'menu', enter: openMenu, needsNarrowScreen: true, part: 'header' },
  { name: 'dialog', enter: enterForm, part: '[open]', isLong: true },
  { name: 'dialog during a call', enter: enterFormInCall, part: '[open]' },
  { name: 'dialog with errors', enter: refuseForm, part: '[open]' },
  { name: 'dialog while sending', enter: keepSending, part: '[open]', isLong: true },
  { name: 'dialog that failed', enter: failToSend, part: '[open]', errors: ['status of 500'] },
  { name: 'dialog after sending', enter: sendSuccessfully, part: '[open]' },
  { name: 'dialog closed before the success', enter: storeAfterTimeout, part: '.late-success' },
  { name: 'form without dialog', enter: visitPath('/contact'), isLong: true },
  {
    name: 'form without dialog, with errors',
    enter: postPlainForm,
    errors: ['status of 422'],
    isLong: true,
  },
  {
    name: 'form without dialog, not sent without cookies',
    enter: visitPath('/contact?outcome=not-sent&error=unavailable'),
    isLong: true,
  },
  ...callStates.map(({ name, enter, ...state }) => ({
    ...state,
    name: `call: ${name}`,
    enter: (page: Page) => enter(new CallPage(page)),
    part: '#phone-caller',
  })),
  {
    name: 'personal page',
    enter: visitPath(`${buildPersonalPath('demo-en')}&lang=en`),
    isLong: true,
  },
  { name: 'personal page without an assistant', enter: visitPath('/outreach?contact_name=Jana') },
  { name: 'personal page with a tracking error', enter: failVisit, errors: ['ERR_FAILED'] },
  { name: 'personal page after a call', enter: reachThanks },
  { name: 'privacy notice', enter: visitPath('/privacy') },
  {
    name: 'unknown address',
    enter: visitPath('/no-such-page'),
    errors: ['status of 404'],
    isLong: true,
  },
  {
    name: 'thrown error',
    enter: visitPath('/fault'),
    errors: ['status of 500', 'Minified React error #441'],
  },
];
