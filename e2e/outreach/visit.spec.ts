import { callCopyCs } from '@/lib/content/call-cs';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { dropConnection, answerEmpty, answerError } from '../support/faulty-site';
import { waitForReactHandlers } from '../support/loading';
import { bot, expect, long } from '../support/test';
import { addProspect, fetchRest } from '../support/database';
import {
  getBanner,
  beginWithStoppedClock,
  personalPath,
  openPersonal,
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

test('a garbled link reports the assistant that it calls', async ({ page, faultySite }) => {
  const id = 'brief-cs-instant';
  await addProspect(id);
  const visits = recordVisits(page);
  const callRequests: unknown[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname !== '/api/call') return;
    const isPost = request.method() === 'POST';
    callRequests.push(isPost ? request.postDataJSON().assistantId : searchParams.get('assistant'));
  });
  const query = `VAPI_ASSISTANT_ID=%E2%80%9E${id}%E2%80%9C.%E2%80%8B&amp;Contact_Name=Jan%2520Nov%25C3%25A1k`;
  await page.goto(`${faultySite.url}/outreach?${query}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `${personalCopyCs.greeting}, Jan Novák`,
  );
  await expect(page.getByText(callCopyCs.ready, { exact: true })).toBeVisible();
  await getStartButton(page).click();
  await expect(page.getByText(callCopyCs.active, { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(`${faultySite.url}/outreach?vapi_assistant_id=${id}`);
  expect(visits).toEqual([{ vapi_assistant_id: id }]);
  expect(new Set(callRequests.map((one) => JSON.stringify(one)))).toEqual(new Set([`"${id}"`]));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `${personalCopyCs.greeting}, Jan Novák`,
  );
});

test.describe('the visit', () => {
  test('is recorded once per view, after two seconds in view', async ({ page }) => {
    const id = await addFreshProspect();
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
    await page.mouse.click(5, 300);
    await page.clock.runFor(5_000);
    expect(visits).toEqual([{ vapi_assistant_id: id }]);
    await expect(getBanner(page)).toBeEmpty();

    const first = await readVisitedAt(id);
    await page.reload();
    await waitForReactHandlers(getStartButton(page));
    await page.clock.runFor(2_100);
    await expect.poll(() => readVisitedAt(id)).not.toBe(first);
  });

  test('is recorded at the first key, even if the page is then left', async ({ page }) => {
    const id = await addFreshProspect();
    await page.goto(`${personalPath}${id}`);
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Tab');
    await page.goto('/');
    await expect.poll(() => readVisitedAt(id)).not.toBeNull();
  });

  test('is not recorded when the page is only fetched', async ({ request }) => {
    const id = await addFreshProspect();
    const response = await request.get(`${personalPath}${id}`);
    // Once the response has ended, the server has finished its work for the page.
    await response.body();
    expect(await readVisitedAt(id)).toBeNull();
  });
});

test.describe('a bot', () => {
  test.use(bot);

  test('gets an answer, and its visit is not recorded', async ({ page }) => {
    const id = await addFreshProspect();
    const answered = page.waitForResponse('**/api/visit');
    const warned = page.waitForEvent('console', (message) => message.type() === 'warning');
    await page.goto(`${personalPath}${id}`);
    expect(await (await answered).json()).toEqual({ ok: true, tracked: false, bot: true });
    expect((await warned).text()).toBe('Visit not recorded: a bot made it.');
    expect(await readVisitedAt(id)).toBeNull();
    await expect(getBanner(page)).toBeEmpty();
  });
});

test('leaving the page while the visit is reported shows no error', async ({ page }) => {
  // The browser ends the request, and only then the page.
  await page.route('**/api/visit', () => undefined);
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('main [role=alert] p')) sessionStorage.setItem('banner', 'shown');
    }).observe(document, { subtree: true, childList: true });
  });
  await openPersonal(page, 'silent-cs-instant');
  const reported = page.waitForRequest('**/api/visit');
  // The press reports the visit, and leaves the page.
  const { link } = personalCopyCs.privacy;
  await page.getByRole('link', { name: link, exact: true }).last().click();
  await reported;
  await expect(page).toHaveURL(/privacy#cs$/);
  expect(await page.evaluate(() => sessionStorage.getItem('banner'))).toBeNull();
  await page.goBack();
  await expect(getStartButton(page)).toBeVisible();
  await expect(getBanner(page)).toBeEmpty();
});

test.describe('a visit that fails', () => {
  test.describe.configure({ mode: 'default' });
  test.use({ expectedErrors: ['/api/visit'] });
  test.afterEach(({ faultySite }) => faultySite.injectFaults({}));

  const updateError = personalCopyCs.visit.updateFailed;
  const lookUpError = personalCopyCs.visit.lookupFailed;
  for (const [what, faults, status, message, failure] of [
    ['no answer to the update', { PATCH: dropConnection }, 503, updateError],
    ['a failing update', { PATCH: answerError }, 500, updateError],
    ['a failing look-up', { GET: answerError }, 500, lookUpError],
    ['an unexpected answer to the look-up', { GET: answerEmpty }, 500, personalCopyCs.visit.failed],
    [
      'no answer of the database',
      { GET: dropConnection, POST: dropConnection },
      503,
      lookUpError,
      'service-failed',
    ],
  ] as const) {
    test(
      `${what} is shown in the banner, and a call is possible`,
      /no answer to the update|a failing look-up/.test(what) ? long : {},
      async ({ page, faultySite, expectedErrors }) => {
        expectedErrors.push('/api/call');
        const id = await addFreshProspect();
        faultySite.injectFaults(faults);
        const answered = page.waitForResponse('**/api/visit');
        await page.goto(`${faultySite.url}/outreach?vapi_assistant_id=${id}`);
        expect((await answered).status()).toBe(status);
        await expect(getBanner(page)).toHaveText(message);
        if (failure) {
          // Without its database our server allows no call: nothing is promised.
          const { message: reason, button } = callCopyCs.failures[failure];
          await expect(page.getByText(reason, { exact: true })).toBeVisible();
          await expect(page.getByText(callCopyCs.ready, { exact: true })).toHaveCount(0);
          faultySite.injectFaults({});
          await page.getByRole('button', { name: button?.label ?? '', exact: true }).click();
          await expect(page.getByText(callCopyCs.ready, { exact: true })).toBeVisible();
        } else expect(await readVisitedAt(id)).toBeNull();
        await expect(getStartButton(page)).toBeEnabled();
      },
    );
  }

  test('no answer from our server is shown, and a call is possible', async ({
    page,
    faultySite,
  }) => {
    await page.route('**/api/visit', (route) => route.abort());
    await openPersonal(page, 'brief-cs-instant', faultySite.url);
    await expect(getBanner(page)).toHaveText(personalCopyCs.visit.failed);
    await getStartButton(page).click();
    await expect(page.getByText(callCopyCs.active, { exact: true }).first()).toBeVisible();
  });
});
