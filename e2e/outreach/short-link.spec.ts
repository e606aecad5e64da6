import { callCopyEn } from '@/lib/content/call-en';
import { personalCopyEn } from '@/lib/content/personal-en';
import { fetchRest } from '../support/database';
import { expect } from '../support/test';
import { recordVisits, test } from './outreach-page';

const ASSISTANT = 'brief-en';

/** Adds a prospect who shares the assistant with others, and returns the code of the link. */
async function addWithCode(contact_name: string): Promise<string> {
  const company_name = crypto.randomUUID();
  const row = { vapi_assistant_id: ASSISTANT, contact_name, company_name, language: 'en' };
  await fetchRest('decisionMakers', { method: 'POST', body: JSON.stringify(row) });
  const response = await fetchRest(`decisionMakers?select=code&company_name=eq.${company_name}`);
  const [{ code = '' } = {}] = (await response.json()) as { code?: string }[];
  return code;
}

async function readMarks(code: string) {
  const response = await fetchRest(`decisionMakers?select=visited_at,used_at&code=eq.${code}`);
  const [row] = (await response.json()) as { visited_at: string | null; used_at: string | null }[];
  return [row?.visited_at && 'opened', row?.used_at && 'used'];
}

test('a short link greets, leaves the address and calls as its row, also after a reload', async ({
  page,
  faultySite,
}) => {
  const [code, other] = [await addWithCode('Jan Novák'), await addWithCode('Jan Novák')];
  const visits = recordVisits(page);
  // As it is in a text.
  await page.goto(`${faultySite.url}/o/${code.toUpperCase()}).`);
  const greeting = page.getByRole('heading', { level: 1 });
  const address = `${faultySite.url}/outreach?vapi_assistant_id=${ASSISTANT}&lang=en`;
  await expect(greeting).toHaveText(`${personalCopyEn.greeting}, Jan Novák`);
  await expect(page).toHaveURL(address);
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(greeting).toHaveText(`${personalCopyEn.greeting}, Jan Novák`);
    const called = page.waitForRequest(`${faultySite.url}/api/call`);
    await page.getByRole('button', { name: callCopyEn.start, exact: true }).click();
    expect((await called).postDataJSON()).toMatchObject({ assistantId: ASSISTANT, link: { code } });
    await expect(page.getByText(callCopyEn.active, { exact: true }).first()).toBeVisible();
    expect(visits.splice(0)).toEqual([{ vapi_assistant_id: ASSISTANT, link: { code } }]);
    await expect(page).toHaveURL(address);
    page.once('dialog', (dialog) => dialog.accept());
  }
  await expect.poll(() => readMarks(code)).toEqual(['opened', 'used']);
  expect(await readMarks(other)).toEqual([null, null]);
});

test('where no script runs, the link to open elsewhere is the short one', async ({
  page,
  faultySite,
  expectedErrors,
}) => {
  expectedErrors.push('Failed to load resource');
  const path = `${faultySite.url}/o/${await addWithCode('Jan Novák')}?utm_source=mail`;
  await page.route('**/_next/static/chunks/*.js', (route) => route.abort());
  await page.clock.install();
  await page.goto(path);
  await page.getByRole('button', { name: callCopyEn.start, exact: true }).click({ force: true });
  await page.clock.runFor(5_000);
  const { label } = callCopyEn.failures['unsupported-browser'].button!;
  await expect(page.getByRole('textbox', { name: label, exact: true })).toHaveValue(path);
});

test('a short link has a preview without a name', async ({ request }) => {
  const response = await request.get(`/o/${await addWithCode('Eva Malá')}`);
  const escape = (text: string) => text.replaceAll('&', '&amp;');
  const head = (await response.text()).split('</head>')[0] ?? '';
  expect(head).toContain(`property="og:title" content="${escape(personalCopyEn.meta.title)}"`);
  expect(head).toContain(`name="description" content="${escape(personalCopyEn.subtitle)}"`);
  expect(head).toMatch(/property="og:image" content="http[^"]+\/card\.jpg"/);
  expect(head).not.toContain('Malá');
});

test('an unknown short link is told from a database that is down', async ({ page, faultySite }) => {
  const path = `${faultySite.url}/o/abcdefghjk?lang=en`;
  expect((await page.goto(path))?.status()).toBe(200);
  const { title } = personalCopyEn.unavailable;
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${faultySite.url}/outreach?lang=en`);
  faultySite.setDatabaseDown(true);
  const answer = await page.request.get(path);
  faultySite.setDatabaseDown(false);
  expect(answer.status()).toBe(503);
});
