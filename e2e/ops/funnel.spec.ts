import { devices } from '@playwright/test';
import type { Database } from '@/lib/server/database/supabase';
import { CallPage } from '../call/call-page';
import { getSuccessDialog, openForm, sendForm } from '../contact/contact-form';
import { fetchRest } from '../support/database';
import { usePersonUserAgent, expect, test as base } from '../support/test';

const test = base.extend({ launchOptions: [usePersonUserAgent, { scope: 'worker' }] });

type Counter = Database['public']['Tables']['funnel_counts']['Row'];

/** Empties the counters of the visits that came from here, which only this test makes. */
const forgetCounted = (entry: 'referral' | 'ai') =>
  fetchRest(`funnel_counts?entry=eq.${entry}`, { method: 'DELETE' });

/** Lists what is counted of the visits that came from here: `event page language device`. */
async function listCounted(entry: 'referral' | 'ai') {
  const counters = (await (await fetchRest(`funnel_counts?entry=eq.${entry}`)).json()) as Counter[];
  return counters.map(({ event, page, language, device }) =>
    [event, page, language, device].join(' '),
  );
}

// ops-commands.test.ts has what is printed of them; start-counting.test.tsx and
// call-counts.test.tsx that each is counted once.
test('a visit, a call and a request are counted, and nothing is stored on the device', async ({
  page,
  context,
}) => {
  const setCookies: unknown[] = [];
  page.on('response', (response) => {
    if (response.headers()['set-cookie']) setCookies.push(response.url());
  });
  await forgetCounted('referral');
  const call = new CallPage(page);
  await page.clock.install();
  await call.open('silent');
  await page.goto('/', { referer: 'https://partner.example/' });
  await page.locator('#phone-caller').scrollIntoViewIfNeeded();
  await expect(call.stage).toContainText(call.copy.ready);
  await call.press(call.copy.start);
  await expect(call.stage).toContainText(call.copy.active);
  await page.clock.fastForward(31_000);
  await call.press(call.copy.end);
  await expect(call.stage).toContainText(call.copy.ready);
  await sendForm(await openForm(page));
  await expect(getSuccessDialog(page)).toBeVisible();
  const stored = await context.storageState({ indexedDB: true });
  expect(stored).toEqual({ cookies: [], origins: [] });
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  expect(setCookies).toEqual([]);
  // Leaving sends what is pending.
  await page.goto('/privacy');
  const events = [
    ...['page_seen', 'call_near', 'start_pressed', 'microphone_granted', 'call_active'],
    ...['call_30_seconds', 'call_ended', 'dialog_opened', 'form_typed', 'form_sent'],
    ...['request_stored', 'lcp', 'cls'],
  ];
  await expect
    .poll(() => listCounted('referral'))
    .toEqual(expect.arrayContaining(events.map((event) => `${event} / en desktop`)));
});

test.describe('on a phone', () => {
  test.use({ userAgent: devices['iPhone 15'].userAgent });

  test('a personal page is counted without a referrer', async ({ page, baseURL }) => {
    await forgetCounted('ai');
    const beacon = page.waitForRequest('**/api/count');
    await page.goto('/outreach?contact_name=Jana&utm_source=chatgpt.com&lang=en');
    const { referer, ...headers } = await (await beacon).allHeaders();
    expect(referer).toBeUndefined();
    expect(headers).toMatchObject({ 'content-type': 'application/json', origin: baseURL });
    await expect.poll(() => listCounted('ai')).toContain('page_seen /outreach en phone');
  });
});
