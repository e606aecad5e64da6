import { buildForm } from '@/__tests__/support/contact-form';
import {
  contactCopyEn,
  errorsEn,
  fieldErrorsEn,
  outcomeWithoutCookieEn,
} from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { servicesEn } from '@/lib/content/services-en';
import { site } from '@/lib/content/site';
import {
  expectForm,
  getSendButton,
  openDialog,
  openDialogEarly,
  sendForm,
  getField,
  getCloseButton,
  getSentHeading,
} from './contact-form';
import { createEmail, readStoredRequests } from '../support/database';
import { expect, test } from '../support/test';
import { getMenuButton } from '../landing/menu';

test.use({ javaScriptEnabled: false });

test('the dialog opens, closes and posts to a page without personal data in its address', async ({
  page,
}) => {
  const email = createEmail();
  const dialog = await openDialogEarly(page);
  await getCloseButton(dialog).click();
  await expect(dialog).toBeHidden();

  await openDialog(page);
  const message = 'Sent without script';
  const values = buildForm({ service_type: 'appointment-scheduling', email, message });
  await sendForm(dialog, values);
  await expect(getSentHeading(page)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(servicesEn['appointment-scheduling'].name);
  await expect(page).toHaveURL('/contact?outcome=sent');
  expect(await readStoredRequests(email)).toEqual([expect.objectContaining(values)]);
});

test('an invalid form comes back with what was typed and can be corrected', async ({ page }) => {
  const email = createEmail();
  const dialog = await openDialogEarly(page);
  const typed = buildForm({ service_type: '', email: 'not an address', message: 'Keep me' });
  await sendForm(dialog, typed);

  await expect(page.getByRole('alert')).toContainText(errorsEn.invalid);
  await expect(page).toHaveURL('/contact?outcome=not-sent&error=invalid');
  await expect(page.getByText(fieldErrorsEn.service_required, { exact: true })).toBeVisible();
  await expect(page.getByText(fieldErrorsEn.email_invalid, { exact: true })).toBeVisible();
  await expectForm(page.getByRole('main'), typed);

  await getField(page, 'service_type').selectOption('other');
  await getField(page, 'email').fill(email);
  await page.getByRole('button', { name: contactCopyEn.submit, exact: true }).click();
  await expect(page.getByRole('main')).toContainText(servicesEn.other.name);
  expect(await readStoredRequests(email)).toEqual([
    expect.objectContaining({ ...typed, service_type: 'other', email }),
  ]);
});

test('every link of the mobile menu leads to a heading in full view', async ({ page }) => {
  // Without smooth scrolling.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  // Nothing can bring the top of the page further down.
  const hashes = en.header.links.flatMap(({ href }) => (href === '#home' ? [] : href));
  expect(hashes.length).toBeGreaterThan(2);
  for (const hash of hashes) {
    await page.goto('/');
    await getMenuButton(page).click();
    const menu = page.locator('#site-menu');
    await menu.locator(`a[href="${hash}"]`).click();
    await expect(page).toHaveURL(`/${hash}`);
    const heading = (await page.locator(`${hash} :is(h1, h2)`).first().boundingBox())!;
    const sheet = await menu.boundingBox();
    expect(heading.y, hash).toBeGreaterThan((sheet?.y ?? 0) + (sheet?.height ?? 0));
    expect(heading.y, hash).toBeLessThan(844 - 40);
  }
});

test.describe('with cookies off', () => {
  /** The browser gets no cookie from an answer to a post. */
  test.beforeEach(({ page, context }) =>
    page.route('**/api/contact', async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      const { 'set-cookie': _, ...headers } = response.headers();
      await context.clearCookies();
      await route.fulfill({ response, headers });
    }),
  );

  test('the page says that it was not sent, Back brings the text, and it can be sent', async ({
    page,
  }) => {
    const email = createEmail();
    const main = page.getByRole('main');
    await page.goto('/contact');
    await sendForm(main, { email: 'not an address', message: 'Keep me' });
    const { summary, text } = outcomeWithoutCookieEn.notSent;
    for (const words of [summary, errorsEn.invalid, text, site.contactMail])
      await expect(main).toContainText(words);
    await page.goBack();
    await expect(getField(main, 'message')).toHaveValue('Keep me');
    await getField(main, 'email').fill(email);
    await getSendButton(main).click();
    await page.reload();
    await expect(main).toContainText(outcomeWithoutCookieEn.sent.text);
    expect(await readStoredRequests(email)).toHaveLength(1);
    const { newForm } = outcomeWithoutCookieEn.sent;
    await main.getByRole('link', { name: newForm, exact: true }).click();
    await expect(getField(main, 'email')).toHaveValue('');
  });
});

for (const [path, { withoutScript, steps }] of [
  ['/', en.phoneCaller],
  ['/outreach?contact_name=Jana&vapi_assistant_id=demo', personalCopyCs],
] as const)
  test(`${path} says that a call needs JavaScript, instead of its steps`, async ({ page }) => {
    await page.goto(path);
    const notice = page.locator('noscript p', { hasText: withoutScript });
    await expect(notice.getByRole('link', { name: site.contactMail, exact: true })).toBeVisible();
    const hidden = page.getByText(steps.title, { exact: true }).filter({ visible: false });
    await expect(hidden).toHaveCount(1);
  });
