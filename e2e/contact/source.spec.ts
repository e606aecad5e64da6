import { getSuccessDialog, openForm, sendForm } from './contact-form';
import { createEmail, readStoredRequests } from '../support/database';
import { expect, test } from '../support/test';

/** Another site, with a link to the page. From HTTPS the browser tells nothing to our test site. */
const PARTNER = 'http://www.partner.example/tools?user=eva';

// http/source.test.ts and page-script/contact-form.test.tsx have the other sources.
test('the source of a request is the site with the link', async ({ page, baseURL }) => {
  const email = createEmail();
  const body = `<a href="${baseURL}/">Link</a>`;
  await page.route(PARTNER, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(PARTNER);
  await page.getByRole('link').click();
  await sendForm(await openForm(page), { email });
  await expect(getSuccessDialog(page)).toBeVisible();
  expect(await readStoredRequests(email)).toMatchObject([{ source: 'referral:partner.example' }]);
});
