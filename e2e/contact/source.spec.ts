import type { Page } from '@playwright/test';
import type { Alert } from '@/local/alert-receiver';
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

const readSources = async (email: string) =>
  (await readStoredRequests(email)).map(({ source }) => source);

async function followLink(page: Page, baseURL: string | undefined, query = '') {
  const body = `<a href="${baseURL}/${query}">Link</a>`;
  await page.route(PARTNER, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(PARTNER);
  await page.getByRole('link').click();
}

for (const { what, visit, source } of [
  {
    what: 'is the site that has the link',
    visit: followLink,
    source: 'referral:partner.example',
  },
  {
    what: 'is the utm_source of the link, wherever the link is',
    visit: (page: Page, baseURL?: string) => followLink(page, baseURL, '?utm_source=Spring.News'),
    source: 'utm:spring.news',
  },
  {
    what: 'is a search, without its words',
    visit: (page: Page) => page.goto('/', { referer: 'https://www.google.co.uk/search?q=x' }),
    source: 'search',
  },
  {
    what: 'is direct for a visitor who comes from a page of ours',
    visit: async (page: Page) => {
      await page.goto('/privacy');
      await page.locator('a[href="/"]').first().click();
    },
    source: 'direct',
  },
])
  test(`the source of a request ${what}`, async ({ page, baseURL }) => {
    const email = createEmail();
    await visit(page, baseURL);
    await sendForm(await openForm(page), { email });
    await expect(getSuccessDialog(page)).toBeVisible();
    expect(await readSources(email)).toEqual([source]);

    const [{ id } = { id: '' }] = await readStoredRequests(email);
    const readAlerts = async () => {
      const response = await fetch(`${process.env.E2E_ALERTS_URL}/alerts`);
      const alerts = (await response.json()) as Alert[];
      return alerts.filter(({ text }) => text.includes(id)).map(({ text }) => text.split('\n')[0]);
    };
    await expect
      .poll(readAlerts)
      .toEqual([expect.stringMatching(new RegExp(`, (from )?${source}\\.$`))]);
  });

test('a form sent before React runs has its source, also after it came back with an error', async ({
  page,
  baseURL,
}) => {
  const email = createEmail();
  await holdBackScripts(page);
  await followLink(page, baseURL);
  await openDialog(page);
  const dialog = getContactDialog(page);
  await sendForm(dialog, { email: 'not an address' });
  const main = page.getByRole('main');
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await hasReactRoot(page)).toBe(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await fillForm(main, { email });
  await getSendButton(main).click();
  await expect(getSentHeading(page)).toBeVisible();
  expect(await readSources(email)).toEqual(['referral:partner.example']);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the source is direct', async ({ page, baseURL }) => {
    const email = createEmail();
    await followLink(page, baseURL, '?utm_source=news');
    await openDialog(page);
    await sendForm(getContactDialog(page), { email });
    await expect(getSentHeading(page)).toBeVisible();
    expect(await readSources(email)).toEqual(['direct']);
  });
});
