import type { Page } from '@playwright/test';
import { contactCopyEn, errorsEn } from '@/lib/content/contact-en';
import { servicesEn } from '@/lib/content/services-en';
import type { ServiceType } from '@/lib/services';
import { writeAcknowledgementEn } from '@/lib/content/acknowledgement-en';
import { site } from '@/lib/content/site';
import { type Alert, type Mail, startAlertReceiver } from '@/local/alert-receiver';
import { fillForm, getSendButton, sendForm, visitForm, getField } from '../contact/contact-form';
import { answerBrokenTrigger, answerPaused, startFaultySite } from '../support/faulty-site';
import { addProspect, createEmail, fetchRest, readStoredRequests } from '../support/database';
import { expect, test, usePersonUserAgent } from '../support/test';

// One after the other, because each site sends what waits in the same outbox.
test.describe.configure({ mode: 'default' });

/** Fetches the alerts of the operator and the mails of visitors. */
const fetchReceived = async <Item>(what: 'mails' | 'alerts') =>
  (await (await fetch(`${process.env.E2E_ALERTS_URL}/${what}`)).json()) as Item[];
const fetchMailsTo = async (address: string) =>
  (await fetchReceived<Mail>('mails')).filter(({ to }) => to.includes(address));

async function sendRequest(page: Page, email: string, service_type: ServiceType) {
  await page.goto('/contact?new');
  const form = page.getByRole('main');
  await sendForm(form, { service_type, email, message: 'Xylograph' });
  await expect(form).toContainText(contactCopyEn.success.title);
}

/** Requests the acknowledgements of visitors. */
const requestOutbox = (filter = '', init?: RequestInit) =>
  fetchRest(`alerts?kind=eq.acknowledgement${filter}`, init);

test('a request alerts the operator, and its visitor gets one mail a day', async ({ page }) => {
  // There are only so many in an hour: those of other tests, which keep them, become older.
  const body = JSON.stringify({ created_at: new Date(Date.now() - 2 * 3_600_000) });
  expect((await requestOutbox('', { method: 'PATCH', body })).status).toBe(204);
  const email = createEmail();
  await sendRequest(page, email, 'crm-integrations');
  const [{ id: first } = { id: '' }] = await readStoredRequests(email);

  await expect.poll(() => fetchMailsTo(email)).toHaveLength(1);
  const [thanks] = await fetchMailsTo(email);
  const siteUrl = new URL(page.url()).origin;
  expect(thanks).toMatchObject({
    from: site.contactMail,
    subject: writeAcknowledgementEn({ siteUrl }).subject,
  });
  expect(thanks?.text).toContain(writeAcknowledgementEn({ siteUrl }).text.split('\n\n')[1]);
  expect(thanks?.text).not.toContain('Xylograph');

  const readReports = async (id: string) => ({
    mails: (await fetchMailsTo(site.contactMail)).filter(({ text }) => text.includes(id)),
    alerts: (await fetchReceived<Alert>('alerts')).filter(({ text }) => text.includes(id)),
  });
  await expect
    .poll(() => readReports(first))
    .toEqual({
      mails: [
        expect.objectContaining({
          subject: `New request: ${servicesEn['crm-integrations'].name}, direct.`,
        }),
      ],
      alerts: [expect.objectContaining({ kind: 'request' })],
    });
  const { mails, alerts } = await readReports(first);
  expect(mails[0]?.id).toBe(`<${alerts[0]?.id}@localhost>`);
  expect(JSON.stringify([mails, alerts])).not.toContain(email);

  await sendRequest(page, email, 'other');
  const others = (await readStoredRequests(email)).filter(({ id }) => id !== first);
  const [{ id: second } = { id: '' }] = others;
  await expect
    .poll(() => readReports(second))
    .toMatchObject({
      mails: [{ subject: `New request: ${servicesEn.other.name}, direct.` }],
      alerts: [{}],
    });
  expect(await fetchMailsTo(email)).toHaveLength(1);
  const written = await requestOutbox(`&subject=in.(${first},${second})`);
  expect(await written.json()).toHaveLength(1);
});

const personTest = test.extend({ launchOptions: [usePersonUserAgent, { scope: 'worker' }] });

personTest(
  'a prospect who presses a key alerts the operator once, without a name',
  async ({ page }) => {
    const assistant = crypto.randomUUID();
    await addProspect(assistant);
    const rows = await fetchRest(`decisionMakers?select=id&vapi_assistant_id=eq.${assistant}`);
    const [{ id } = { id: '' }] = (await rows.json()) as { id: string }[];
    const listAlerts = async () =>
      (await fetchReceived<Alert>('alerts')).filter(({ text }) => text.includes(id));
    const open = async () => {
      const visited = page.waitForResponse('**/api/visit');
      await page.goto(`/outreach?contact_name=Xaver%20Quokka&vapi_assistant_id=${assistant}`);
      await visited;
    };
    const pressKey = async () => {
      const told = page.waitForResponse('**/api/visit/input');
      await page.keyboard.press('Tab');
      await told;
    };
    await open();
    expect(await listAlerts()).toEqual([]);
    await pressKey();
    await expect.poll(listAlerts).toHaveLength(1);
    await open();
    await pressKey();
    const alerts = await listAlerts();
    expect(alerts).toMatchObject([{ kind: 'prospect-visited' }]);
    expect(JSON.stringify(alerts)).not.toMatch(/Xaver|Quokka|\/outreach/);
    const mails = await fetchMailsTo(site.contactMail);
    expect(mails.filter(({ text }) => text.includes(id))).toHaveLength(1);
  },
);

for (const { what, faults, cause, error, status, presses } of [
  {
    what: 'its project is paused',
    faults: { GET: answerPaused, POST: answerPaused },
    cause: 'out of reach (540)',
    error: errorsEn.unavailable,
    status: 503,
    // The form tries again by itself, and the circuit opens.
    presses: 1,
  },
  {
    what: 'a trigger of the owner is broken',
    faults: { POST: answerBrokenTrigger },
    cause: 'missing or closed (404 42883)',
    error: errorsEn.internal,
    status: 500,
    presses: 3,
  },
])
  test(`a request is kept and the owner is told when ${what}`, async ({ page, expectedErrors }) => {
    expectedErrors.push(`the server responded with a status of ${status}`);
    const receiver = await startAlertReceiver();
    const faultySite = await startFaultySite({
      ALERT_WEBHOOK_URL: `${receiver.url}/webhook`,
      ALERT_WEBHOOK_KIND: 'json',
      ALERT_SMTP_URL: receiver.smtpUrl,
      ALERT_MAIL_TO: site.contactMail,
    });
    const email = createEmail();
    const dialog = await visitForm(page, faultySite.url);
    await fillForm(dialog, { email, message: 'Typed with care' });
    faultySite.injectFaults(faults);
    for (let nth = 0; nth < presses; nth += 1) {
      await getSendButton(dialog).click();
      await expect(dialog.getByRole('alert')).toContainText(error, { timeout: 30_000 });
      await expect(dialog.getByRole('alert').getByRole('link')).toHaveText(site.contactMail);
    }
    await expect(getField(dialog, 'email')).toHaveValue(email);
    await expect(getField(dialog, 'message')).toHaveValue('Typed with care');

    const listReceived = async () => {
      const [alerts, mails] = await Promise.all(
        ['alerts', 'mails'].map(async (list) => (await fetch(`${receiver.url}/${list}`)).json()),
      );
      // Its database is that of the other tests, whose visitors it may write to.
      const isToOwner = ({ to }: Mail) => to.includes(site.contactMail);
      return { alerts: alerts as Alert[], mails: (mails as Mail[]).filter(isToOwner) };
    };
    await expect.poll(async () => (await listReceived()).mails).toHaveLength(1);
    const { alerts, mails } = await listReceived();
    expect(alerts).toEqual([
      expect.objectContaining({ kind: 'database-away', text: expect.stringContaining(cause) }),
    ]);
    expect(mails[0]?.subject).toContain(cause);
    expect(JSON.stringify([alerts, mails])).not.toMatch(/Typed with care|send_email/);
    expect(JSON.stringify([alerts, mails])).not.toContain(email);

    faultySite.injectFaults({});
    const isReady = async () => (await fetch(`${faultySite.url}/api/health?ready`)).ok;
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
    const success = page.getByText(contactCopyEn.success.title, { exact: true });
    // The form may have sent it without a press.
    await expect(async () => {
      if (await success.isHidden()) await getSendButton(dialog).click({ timeout: 1_000 });
      await expect(success).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    expect(await readStoredRequests(email)).toHaveLength(1);
    // An open page still counts, and a stopped site would refuse that.
    await page.close();
    await faultySite.stop();
    await receiver.close();
  });
