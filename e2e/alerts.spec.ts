import type { Page } from '@playwright/test';
import { writeAcknowledgementEn } from '../lib/content/acknowledgement-en';
import { site } from '../lib/content/site';
import type { Alert, Mail } from '../local/alerts/alert-receiver';
import { expect, createEmail, readStoredRequests, test } from './test';

/** Fetches the alerts of the operator and the mails of visitors. */
const fetchReceived = async <Item>(what: 'mails' | 'alerts') =>
  (await (await fetch(`${process.env.E2E_ALERTS_URL}/${what}`)).json()) as Item[];
const fetchMailsTo = async (address: string) =>
  (await fetchReceived<Mail>('mails')).filter(({ to }) => to.includes(address));

async function sendRequest(page: Page, email: string, service: string) {
  await page.goto('/contact?new');
  const form = page.getByRole('main');
  await form.getByLabel('Service type').selectOption(service);
  await form.getByLabel('Email address').fill(email);
  await form.getByLabel('Message').fill('We copy leads by hand.');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form).toContainText('Message Sent Successfully!');
}

async function requestOutbox(method: 'GET' | 'DELETE', filter = '') {
  const { E2E_SUPABASE_URL, E2E_SUPABASE_SECRET_KEY = '' } = process.env;
  const url = `${E2E_SUPABASE_URL}/rest/v1/alerts?kind=eq.acknowledgement${filter}`;
  return fetch(url, { method, headers: { apikey: E2E_SUPABASE_SECRET_KEY } });
}

test('a request alerts the operator, and its visitor gets one mail a day', async ({ page }) => {
  // There are only so many in an hour, and other tests ask, too.
  await requestOutbox('DELETE');
  const email = createEmail();
  await sendRequest(page, email, 'CRM Integrations');
  const [{ id: first } = { id: '' }] = await readStoredRequests(email);

  await expect.poll(() => fetchMailsTo(email)).toHaveLength(1);
  const [thanks] = await fetchMailsTo(email);
  const siteUrl = new URL(page.url()).origin;
  expect(thanks).toMatchObject({
    from: site.contactMail,
    subject: writeAcknowledgementEn({ siteUrl }).subject,
  });
  expect(thanks?.text).toContain('within 24 hours');
  expect(thanks?.text).not.toMatch(/leads|CRM|visitor/);

  const readReports = async (id: string) => ({
    mails: (await fetchMailsTo(site.contactMail)).filter(({ text }) => text.includes(id)),
    alerts: (await fetchReceived<Alert>('alerts')).filter(({ text }) => text.includes(id)),
  });
  await expect
    .poll(() => readReports(first))
    .toEqual({
      mails: [expect.objectContaining({ subject: 'New request: CRM Integrations.' })],
      alerts: [expect.objectContaining({ kind: 'request' })],
    });
  const { mails, alerts } = await readReports(first);
  expect(mails[0]?.id).toBe(`<${alerts[0]?.id}@localhost>`);
  expect(JSON.stringify([mails, alerts])).not.toContain(email);

  await sendRequest(page, email, 'Other');
  const others = (await readStoredRequests(email)).filter(({ id }) => id !== first);
  const [{ id: second } = { id: '' }] = others;
  await expect
    .poll(() => readReports(second))
    .toMatchObject({ mails: [{ subject: 'New request: Custom Solution.' }], alerts: [{}] });
  expect(await fetchMailsTo(email)).toHaveLength(1);
  const written = await requestOutbox('GET', `&subject=in.(${first},${second})`);
  expect(await written.json()).toHaveLength(1);
});
