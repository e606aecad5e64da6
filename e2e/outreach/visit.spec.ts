import { callCopyCs } from '@/lib/content/call-cs';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { waitForReactHandlers } from '../support/loading';
import { expect } from '../support/test';
import { addProspect, fetchRest } from '../support/database';
import {
  getBanner,
  beginWithStoppedClock,
  personalPath,
  getStartButton,
  test,
  recordVisits,
} from './outreach-page';

/** Adds a prospect that no other test visits, and returns the id of its assistant. */
async function addFreshProspect() {
  const id = crypto.randomUUID();
  await addProspect(id);
  return id;
}

async function readVisitedAt(id: string): Promise<string | null | undefined> {
  const response = await fetchRest(`decisionMakers?select=visited_at&vapi_assistant_id=eq.${id}`);
  return ((await response.json()) as { visited_at: string | null }[])[0]?.visited_at;
}

test('a garbled link greets, reports its visit and calls its assistant', async ({
  page,
  faultySite,
}) => {
  const id = 'brief-cs-instant';
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

test('a visit is recorded once per view, after two seconds in view', async ({ page, request }) => {
  const id = await addFreshProspect();
  // Once the response has ended, the server has finished its work for the page.
  await (await request.get(`${personalPath}${id}`)).body();
  const visits = recordVisits(page);
  await beginWithStoppedClock(page);
  await page.goto(`${personalPath}${id}`);
  await waitForReactHandlers(getStartButton(page));
  await page.clock.runFor(1_900);
  expect(visits).toEqual([]);
  expect(await readVisitedAt(id)).toBeNull();
  await page.clock.runFor(200);
  await expect.poll(() => readVisitedAt(id)).not.toBeNull();
  await page.keyboard.press('Tab');
  await page.clock.runFor(5_000);
  expect(visits).toEqual([
    { vapi_assistant_id: id, link: { contact_name: 'Jan Novák', company_name: 'Quokka' } },
  ]);
  await expect(getBanner(page)).toBeEmpty();

  const first = await readVisitedAt(id);
  await page.reload();
  await waitForReactHandlers(getStartButton(page));
  await page.clock.runFor(2_100);
  await expect.poll(() => readVisitedAt(id)).not.toBe(first);
});

test('a visit is recorded at the first key, even if the page is then left', async ({ page }) => {
  const id = await addFreshProspect();
  await page.goto(`${personalPath}${id}`);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Tab');
  await page.goto('/');
  await expect.poll(() => readVisitedAt(id)).not.toBeNull();
});

test('without the database the banner says so, and a call is possible once it is back', async ({
  page,
  faultySite,
  expectedErrors,
}) => {
  expectedErrors.push('/api/visit', '/api/call');
  const id = await addFreshProspect();
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
