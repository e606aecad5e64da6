import { callCopyCs } from '@/lib/content/call-cs';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { openPage } from '../support/loading';
import { expect } from '../support/test';
import { addProspect, fetchRest } from '../support/database';
import { getBanner, personalPath, getStartButton, test, recordVisits } from './outreach-page';

async function readVisitedAt(id: string): Promise<string | null | undefined> {
  const response = await fetchRest(`decisionMakers?select=visited_at&vapi_assistant_id=eq.${id}`);
  return ((await response.json()) as { visited_at: string | null }[])[0]?.visited_at;
}

test('a garbled link greets, reports its visit and calls its assistant', async ({
  page,
  faultySite,
}) => {
  const id = 'brief-cs';
  await addProspect(id);
  const visits = recordVisits(page);
  const query = `VAPI_ASSISTANT_ID=%E2%80%9E${id}%E2%80%9C.%E2%80%8B&amp;Contact_Name=Jan%2520Nov%C3%A1k`;
  await page.goto(`${faultySite.url}/outreach?${query}`);
  const greeting = page.getByRole('heading', { level: 1 });
  await expect(greeting).toHaveText(`${personalCopyCs.greeting}, Jan Novák`);
  const called = page.waitForRequest(`${faultySite.url}/api/call`);
  await getStartButton(page).click();
  expect((await called).postDataJSON()).toMatchObject({ assistantId: id });
  await expect(page.getByText(callCopyCs.active, { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(`${faultySite.url}/outreach?vapi_assistant_id=${id}`);
  const link = { contact_name: 'Jan Novák', company_name: null };
  expect(visits).toEqual([{ vapi_assistant_id: id, link }]);
  await page.reload();
  await expect(greeting).toHaveText(`${personalCopyCs.greeting}, Jan Novák`);
});

// visit-banner.test.tsx has the rules.
test('a visit is recorded at the first key, even if the page is then left', async ({ page }) => {
  const id = crypto.randomUUID();
  await addProspect(id);
  await openPage(page, `${personalPath}${id}`);
  await page.keyboard.press('Tab');
  await page.goto('/');
  await expect.poll(() => readVisitedAt(id)).toEqual(expect.any(String));
});

test('without the database the banner says so, and a call is possible once it is back', async ({
  page,
  faultySite,
  expectedErrors,
}) => {
  expectedErrors.push('/api/visit', '/api/call');
  const id = crypto.randomUUID();
  await addProspect(id);
  faultySite.setDatabaseDown(true);
  await page.goto(`${faultySite.url}/outreach?vapi_assistant_id=${id}`);
  await expect(getBanner(page)).toHaveText(personalCopyCs.visit.lookupFailed);
  // Our server allows no call: nothing is promised.
  const { message, button } = callCopyCs.failures['service-failed'];
  await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(page.getByText(callCopyCs.ready, { exact: true })).toHaveCount(0);
  faultySite.setDatabaseDown(false);
  await page.getByRole('button', { name: button?.label ?? '', exact: true }).click();
  await expect(page.getByText(callCopyCs.ready, { exact: true })).toBeVisible();
  await expect(getStartButton(page)).toBeEnabled();
});
