import { contactCopyEn } from '@/lib/content/contact-en';
import { servicesEn } from '@/lib/content/services-en';
import { writeAcknowledgementEn } from '@/lib/content/acknowledgement-en';
import { site } from '@/lib/content/site';
import type { Alert, Mail } from '@/local/alert-receiver';
import { sendForm } from '../contact/contact-form';
import { addProspect, fetchRest, readStoredRequests } from '../support/database';
import { expect, test, usePersonUserAgent } from '../support/test';

const fetchReceived = async (what: 'mails' | 'alerts') =>
  (await fetch(`${process.env.E2E_ALERTS_URL}/${what}`)).json();
const fetchMailsTo = async (address: string) =>
  ((await fetchReceived('mails')) as Mail[]).filter(({ to }) => to.includes(address));

/** What the operator got about a row. */
const readReports = async (id: string) => ({
  mails: (await fetchMailsTo(site.contactMail)).filter(({ text }) => text.includes(id)),
  alerts: ((await fetchReceived('alerts')) as Alert[]).filter(({ text }) => text.includes(id)),
});

test('a request alerts the operator, and its visitor gets a mail', async ({ page }) => {
  const email = `visitor-${crypto.randomUUID()}@example.com`;
  await page.goto('/contact?new');
  const form = page.getByRole('main');
  await sendForm(form, { service_type: 'crm-integrations', email, message: 'Xylograph' });
  await expect(form).toContainText(contactCopyEn.success.title);
  const [{ id } = { id: '' }] = await readStoredRequests(email);

  await expect.poll(() => fetchMailsTo(email)).toHaveLength(1);
  const [thanks] = await fetchMailsTo(email);
  const expected = writeAcknowledgementEn({ siteUrl: new URL(page.url()).origin });
  expect(thanks).toMatchObject({ from: site.contactMail, subject: expected.subject });
  expect(thanks?.text).toContain(expected.text.split('\n\n')[1]);

  const subject = `New request: ${servicesEn['crm-integrations'].name}, direct.`;
  await expect
    .poll(() => readReports(id))
    .toMatchObject({ mails: [{ subject }], alerts: [{ kind: 'request' }] });
  const reports = await readReports(id);
  expect(reports.mails[0]?.id).toBe(`<${reports.alerts[0]?.id}@localhost>`);
  expect(JSON.stringify(reports)).not.toContain(email);
  expect(JSON.stringify([thanks, reports])).not.toContain('Xylograph');
});

const personTest = test.extend({ launchOptions: [usePersonUserAgent, { scope: 'worker' }] });

personTest('a prospect who presses a key alerts the operator, without a name', async ({ page }) => {
  const assistant = crypto.randomUUID();
  await addProspect(assistant);
  const rows = await fetchRest(`decisionMakers?select=id&vapi_assistant_id=eq.${assistant}`);
  const [{ id } = { id: '' }] = (await rows.json()) as { id: string }[];
  const visited = page.waitForResponse('**/api/visit');
  await page.goto(`/outreach?contact_name=Xaver%20Quokka&vapi_assistant_id=${assistant}`);
  await visited;
  await page.keyboard.press('Tab');
  await expect
    .poll(() => readReports(id))
    .toMatchObject({ mails: [{}], alerts: [{ kind: 'prospect-visited' }] });
  expect(JSON.stringify(await readReports(id))).not.toMatch(/Xaver|Quokka|\/outreach/);
});
