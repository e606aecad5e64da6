import type { Page } from '@playwright/test';
import { FIELD_CASES } from '@/__tests__/support/contact-fields';
import { CONTACT_FIELD_NAMES, type ContactInput } from '@/lib/contact/fields';
import { callCopyCs } from '@/lib/content/call-cs';
import { contactCopyEn, errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { addProspect, readStoredRequests } from '../support/database';
import {
  fillForm,
  getSendButton,
  getSuccessDialog,
  openDialog,
  visitForm,
  getField,
} from '../contact/contact-form';
import { REPLY, test, getBookingLink } from '../outreach/outreach-page';
import { waitUntilSettled } from '../support/loading';
import { expect, long } from '../support/test';
import { createCanary, watchForSecrets } from './listen';

/** A secret for each field that takes any text. */
function createTypedSecrets() {
  const { email, message, ...more } = Object.fromEntries(
    CONTACT_FIELD_NAMES.flatMap((name) => {
      const { hide } = FIELD_CASES[name];
      return hide ? [[name, hide(createCanary())]] : [];
    }),
  ) as Partial<ContactInput>;
  return { email: `${email}`, message: `${message}`, ...more };
}

/** Follows a visible link to each address, each on a new page. */
async function followLinks(page: Page, open: () => Promise<unknown>): Promise<void> {
  await open();
  const addresses = await page
    .locator('a[href]:not([href^="mailto:"], [href^="tel:"]):visible')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses.length).toBeGreaterThan(1);
  for (const address of new Set(addresses)) {
    await open();
    await page.locator(`a[href="${address}"]:visible`).first().click();
    await page.waitForLoadState();
    await waitUntilSettled(page);
  }
}

test('text typed into the dialog reaches only our own API', async ({
  page,
  context,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push('/api/contact)');
  const secrets = createTypedSecrets();
  const bodies = { [`${baseURL}/api/contact`]: CONTACT_FIELD_NAMES };
  const listLeaks = await watchForSecrets(context, secrets, { bodies });
  const dialog = await visitForm(page);
  const sendButton = getSendButton(dialog);
  await fillForm(dialog, { ...secrets, email: secrets.email.replace('@', ' at ') });
  await sendButton.click();
  await expect(dialog.getByText(fieldErrorsEn.email_invalid, { exact: true })).toBeVisible();

  // The first request is lost, the second one gets a 503, and the form retries.
  let tries = 0;
  await page.route('**/api/contact', (route) => {
    tries += 1;
    if (tries === 1) return route.abort();
    if (tries > 2) return route.continue();
    return route.fulfill({ status: 503, json: { ok: false, error: 'unavailable', message: 'x' } });
  });
  await getField(dialog, 'email').fill(secrets.email);
  await sendButton.click();
  const success = getSuccessDialog(page);
  await expect(success).toBeVisible();
  expect(tries).toBe(3);
  await success.getByRole('button', { name: contactCopyEn.success.close, exact: true }).click();

  await openDialog(page);
  await fillForm(dialog, secrets);
  await sendButton.click();
  await expect(dialog.getByRole('alert')).toContainText(errorsEn.duplicate);
  expect(await listLeaks()).toEqual([]);
  // Leaves the page while the form is filled in and refused.
  await page.goto('/privacy');
  await page.goBack();
  // Going back may end before the page is another.
  await expect(page).toHaveURL('/');
  await waitUntilSettled(page);
  expect(await listLeaks()).toEqual([]);
  expect(await readStoredRequests(secrets.email)).toHaveLength(1);
});

test.describe('a personal link', () => {
  for (const [what, assistant, tag] of [
    ['a call that is held', 'silent-cs', {}],
    ['a call that fails', createCanary(), long],
  ] as const)
    test(
      `sends what the link says to our server alone: ${what}`,
      tag,
      async ({ page, context, expectedErrors, faultySite: { url } }) => {
        if (what.includes('fails')) expectedErrors.push('/api/call)');
        const secrets = { name: createCanary(), company: createCanary(), assistant };
        await addProspect(assistant);
        const address = `${url}/outreach?vapi_assistant_id=${assistant}`;
        const link = `${address}&contact_name=Jan%20${secrets.name}&company_name=${secrets.company}`;
        await context.route(REPLY, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<title>Booking</title>' }),
        );
        const paths = ['/api/visit', '/api/visit/input', '/api/call'];
        const listLeaks = await watchForSecrets(context, secrets, {
          // Once the call has begun the name is gone from the address bar.
          given: [link, address, `${url}/api/call?assistant=${assistant}`],
          bodies: Object.fromEntries(paths.map((path) => [url + path, Object.keys(secrets)])),
        });
        const open = async () => {
          await page.goto(link);
          await expect(page.getByRole('heading', { level: 1 })).toContainText(secrets.name);
          const noted = page.waitForResponse('**/api/visit');
          await page.keyboard.press('Tab');
          await noted;
        };
        await followLinks(page, open);
        expect(await listLeaks()).toEqual([]);

        await open();
        const dialRequest = page.waitForRequest(`${url}/api/call`);
        await page.getByRole('button', { name: callCopyCs.start, exact: true }).click();
        expect((await dialRequest).postData()).toContain(assistant);
        await expect(page).toHaveURL(address);
        if (what.includes('held')) {
          await expect(page.getByText(callCopyCs.active, { exact: true }).first()).toBeVisible();
          await page.getByRole('button', { name: callCopyCs.end, exact: true }).click();
        }
        await expect(getBookingLink(page)).toBeVisible();
        expect(await listLeaks()).toEqual([]);
        const booked = page.waitForRequest(REPLY);
        await getBookingLink(page).click();
        expect(await (await booked).headerValue('referer')).toBeNull();
        await page.waitForURL(REPLY);
        expect(await listLeaks()).toEqual([]);
      },
    );
});

test('detects a secret in every place that is searched', async ({
  page,
  context,
  expectedErrors,
  faultySite: { url },
}) => {
  expectedErrors.push('status of 405', '/api/call');
  const dialUrl = `${url}/api/call`;
  const secret = createCanary();
  const listLeaks = await watchForSecrets(
    context,
    { email: secret },
    { bodies: { [dialUrl]: ['assistant'] } },
  );
  await page.goto(url);
  await page.evaluate(
    async ([text = '', elsewhere = '']) => {
      await fetch('/api/health', { headers: { 'x-planted': text } });
      await fetch(`/api/health?${text}`);
      await fetch('/api/contact', { method: 'OPTIONS', body: text });
      navigator.sendBeacon('/api/health', new Blob([text]));
      await fetch(elsewhere, { method: 'POST', body: text, mode: 'no-cors' }).catch(() => {});
      console.info(`planted ${text}`);
      localStorage.setItem('planted', text);
      sessionStorage.setItem('planted', text);
      document.title = text;
      history.replaceState(null, '', `/?planted=${text}`);
      await fetch('/api/health?bar');
      history.replaceState(null, '', '/');
      document.cookie = `planted=${text}`;
      await fetch('/api/health?planted');
    },
    [secret, dialUrl],
  );
  const health = `GET ${url}/api/health`;
  const planted = [
    `headers of ${health}`,
    `address of ${health}`,
    `body of OPTIONS ${url}/api/contact`,
    `body of POST ${dialUrl}`,
    'blob',
    'console',
    'local storage',
    'session storage',
    'title',
    'address bar',
    `referrer of ${health}`,
    'cookie jar',
    `cookies of ${health}`,
  ].map((where) => `email in the ${where}`);
  expect(await listLeaks()).toEqual(expect.arrayContaining(planted));
});
