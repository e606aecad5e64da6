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
  sendForm,
  visitForm,
  getField,
} from '../contact/contact-form';
import { REPLY, test, getBookingLink } from '../outreach/outreach-page';
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
const allowForms = (origin = '') => ({
  bodies: { [`${origin}/api/contact`]: CONTACT_FIELD_NAMES },
});

/** Follows every visible link, each on a new page. Returns their number. */
async function followLinks(page: Page, open: () => Promise<void>): Promise<number> {
  await open();
  const links = page.locator('a[href]:not([href^="mailto:"], [href^="tel:"]):visible');
  const count = await links.count();
  for (let index = 0; index < count; index += 1) {
    if (index > 0) await open();
    await links.nth(index).click();
    await page.waitForLoadState('networkidle');
  }
  return count;
}

test('text typed into the dialog reaches only our own API', async ({
  page,
  context,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push('status of 503', 'status of 409', 'ERR_FAILED');
  const secrets = createTypedSecrets();
  const listLeaks = await watchForSecrets(context, secrets, allowForms(baseURL));
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
  const noticeTab = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: contactCopyEn.privacy.link, exact: true }).click();
  await expect(await noticeTab).toHaveURL('/privacy');
  await page.goto('/privacy');
  await page.goBack({ waitUntil: 'networkidle' });
  expect(await listLeaks()).toEqual([]);
  expect(await readStoredRequests(secrets.email)).toHaveLength(1);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('typed text reaches only our own API', long, async ({ page, context, baseURL }) => {
    const secrets = createTypedSecrets();
    const listLeaks = await watchForSecrets(context, secrets, allowForms(baseURL));
    const main = page.getByRole('main');
    const createSender = (email: string) => async () => {
      await page.goto('/contact?new');
      await sendForm(main, { ...secrets, email });
      await expect(page).toHaveURL(/\/contact\?outcome=(sent|not-sent&error=invalid)$/);
    };
    const sendInvalidForm = createSender(secrets.email.replace('@', ' at '));
    expect(await followLinks(page, sendInvalidForm)).toBeGreaterThan(1);
    await sendInvalidForm();
    await expect(page.getByRole('alert')).toContainText(errorsEn.invalid);
    await expect(getField(page, 'message')).toHaveValue(secrets.message);
    expect(await listLeaks()).toEqual([]);

    await createSender(secrets.email)();
    await expect(main).toContainText(contactCopyEn.success.title);
    expect(await followLinks(page, () => page.goto('/contact').then(() => {}))).toBeGreaterThan(1);
    expect(await listLeaks()).toEqual([]);
    expect(await readStoredRequests(secrets.email)).toHaveLength(1);
  });
});

test.describe('a personal link', () => {
  // The voice SDK reports failures to its vendor, which the policy blocks.
  test.use({ expectedErrors: ['sentry.io', '404'], expectedViolations: ['sentry.io'] });

  for (const [what, assistant] of [
    ['a call that is held', 'silent-cs-instant'],
    ['a call that fails', createCanary()],
  ] as const) {
    const testDetails = what.includes('held') ? {} : long;
    test(
      `sends only the assistant, and only to our server: ${what}`,
      testDetails,
      async ({ page, context, siteWithVoice: { site, dialUrl } }) => {
        const secrets = { name: `Jan ${createCanary()}`, company: createCanary(), assistant };
        const buildAddress = (query: Record<string, string>) =>
          `${site.url}/outreach?${new URLSearchParams({ ...query, vapi_assistant_id: assistant })}`;
        await addProspect(assistant);
        const query = { contact_name: secrets.name, company_name: secrets.company };
        const link = buildAddress(query).replaceAll('+', '%20');
        await context.route('https://booking.example/**', (route) =>
          route.fulfill({ contentType: 'text/html', body: '<title>Booking</title>' }),
        );
        const listLeaks = await watchForSecrets(
          context,
          { ...secrets, name: secrets.name.slice(4) },
          {
            // Once the call has begun the name is gone from the address bar.
            given: [link, buildAddress({}), `${site.url}/api/call?assistant=${assistant}`],
            bodies: {
              [`${site.url}/api/visit`]: ['assistant'],
              [`${site.url}/api/visit/input`]: ['assistant'],
              [dialUrl]: ['assistant'],
            },
          },
        );
        const open = async () => {
          await page.goto(link);
          await expect(page.getByRole('heading', { level: 1 })).toContainText(secrets.name);
          const noted = page.waitForResponse('**/api/visit');
          await page.keyboard.press('Tab');
          await noted;
        };
        expect(await followLinks(page, open)).toBeGreaterThan(1);
        expect(await listLeaks()).toEqual([]);

        await open();
        const dialRequest = page.waitForRequest(dialUrl);
        await page.getByRole('button', { name: callCopyCs.start, exact: true }).click();
        expect((await dialRequest).postData()).toContain(assistant);
        if (what.includes('held')) {
          await expect(page.getByText(callCopyCs.active, { exact: true }).first()).toBeVisible();
          await page.getByRole('button', { name: callCopyCs.end, exact: true }).click();
        }
        await expect(getBookingLink(page)).toBeVisible();
        expect(await listLeaks()).toEqual([]);
        const booked = page.waitForRequest(REPLY);
        await getBookingLink(page).click();
        expect(await (await booked).headerValue('referer')).toBeNull();
        await page.waitForLoadState('networkidle');
        expect(await listLeaks()).toEqual([]);
      },
    );
  }
});

test('detects a secret in every place that is searched', async ({
  page,
  context,
  expectedErrors,
  siteWithVoice: { site, dialUrl },
}) => {
  expectedErrors.push('status of 405', '/api/call');
  const secret = createCanary();
  const listLeaks = await watchForSecrets(
    context,
    { email: secret },
    { bodies: { [dialUrl]: ['assistant'] } },
  );
  await page.goto(site.url);
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
  const health = `GET ${site.url}/api/health`;
  const planted = [
    `headers of ${health}`,
    `address of ${health}`,
    `body of OPTIONS ${site.url}/api/contact`,
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
