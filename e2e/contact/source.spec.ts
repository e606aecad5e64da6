import type { Page } from '@playwright/test';
import {
  fillForm,
  getContactDialog,
  getSendButton,
  getSuccessDialog,
  openDialog,
  openForm,
  sendForm,
  getSentHeading,
} from './contact-form';
import { createEmail, readStoredRequests } from '../support/database';
import { hasReactRoot, holdBackScripts } from '../support/loading';
import { expect, test } from '../support/test';

/** Another site, with a link to the page. From HTTPS the browser tells nothing to our test site. */
const PARTNER = 'http://www.partner.example/tools?user=eva';
const fromPartner = ['referral:partner.example'];

const readSources = async (email: string) =>
  (await readStoredRequests(email)).map(({ source }) => source);

async function followLink(page: Page, baseURL: string | undefined) {
  const body = `<a href="${baseURL}/">Link</a>`;
  await page.route(PARTNER, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(PARTNER);
  await page.getByRole('link').click();
}

// form-metadata.test.ts and page-script/contact-form.test.tsx have the other sources.
test('the source of a request is the site with the link', async ({ page, baseURL }) => {
  const email = createEmail();
  await followLink(page, baseURL);
  await sendForm(await openForm(page), { email });
  await expect(getSuccessDialog(page)).toBeVisible();
  expect(await readSources(email)).toEqual(fromPartner);
});

test('a form sent before React runs has its source, also after it came back with an error', async ({
  page,
  baseURL,
}) => {
  const email = createEmail();
  await holdBackScripts(page);
  await followLink(page, baseURL);
  await openDialog(page);
  await sendForm(getContactDialog(page), { email: 'not an address' });
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await hasReactRoot(page)).toBe(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const main = page.getByRole('main');
  await fillForm(main, { email });
  await getSendButton(main).click();
  await expect(getSentHeading(page)).toBeVisible();
  expect(await readSources(email)).toEqual(fromPartner);
});
