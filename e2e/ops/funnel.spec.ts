import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { devices, type Page } from '@playwright/test';
import { getLanguageParameters, LANGUAGE_CODES } from '@/lib/language';
import type { Database } from '@/lib/server/database/supabase';
import { startVoiceProvider } from '@/local/voice/server';
import { startLite, startPostgres } from '@/__tests__/support/databases/databases';
import { findPostgresProblem } from '@/scripts/test/find-postgres-problem';
import { getNpmCommand } from '@/scripts/npm.mjs';
import { CallPage } from '../call/call-page';
import { getSuccessDialog, openForm, sendForm } from '../contact/contact-form';
import { startFaultySite } from '../support/faulty-site';
import { waitUntilSettled } from '../support/loading';
import { bot, usePersonUserAgent, expect, test as base } from '../support/test';

const ASSISTANT = 'silent-en-instant';

type Counter = Omit<Database['public']['Tables']['funnel_counts']['Row'], 'day'>;

/** A site with its own database and voice provider, so that no other test is counted. */
interface CountingSite {
  url: string;
  /** Reads the counters of the visits that have this value of utm_source. */
  readCounters: (entry: string) => Promise<Counter[]>;
  markHandled: () => Promise<void>;
  printFunnel: () => Promise<string>;
}

const test = base.extend<object, { site: CountingSite }>({
  launchOptions: [usePersonUserAgent, { scope: 'worker' }],
  site: [
    async ({}, use) => {
      const database = await (findPostgresProblem() ? startLite() : startPostgres());
      const provider = await startVoiceProvider({ publicKey: 'test' });
      const connection = { SUPABASE_URL: database.url, SUPABASE_SECRET_KEY: database.secretKey };
      const site = await startFaultySite({
        ...connection,
        VAPI_PUBLIC_KEY: 'test',
        VAPI_ASSISTANT_ID: ASSISTANT,
        VAPI_API_URL: provider.url,
        VAPI_CALL_MACHINE_URL: `${provider.callMachineUrl}?scenario=${ASSISTANT}`,
      });
      const requestDatabase = (path: string, init: RequestInit = {}) =>
        fetch(`${database.url}/rest/v1/${path}`, {
          ...init,
          headers: {
            apikey: database.secretKey,
            authorization: `Bearer ${database.secretKey}`,
            'content-type': 'application/json',
          },
        });
      await use({
        url: site.url,
        readCounters: async (entry) =>
          (await (await requestDatabase(`funnel_counts?entry=eq.${entry}`)).json()) as Counter[],
        markHandled: async () => {
          const body = JSON.stringify({ handled_at: new Date().toISOString() });
          const { status } = await requestDatabase('strategy_sessions?handled_at=is.null', {
            method: 'PATCH',
            body,
          });
          expect(status).toBe(204);
        },
        printFunnel: async () => {
          const env = { ...process.env, ...connection };
          const command = getNpmCommand(['run', '--silent', 'funnel']);
          const { stdout } = await promisify(execFile)(...command, { env });
          return stdout;
        },
      });
      await site.stop();
      await provider.close();
      await database.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

// One after the other, on one site.
test.describe.configure({ mode: 'default' });

/** Leaves the page, so that pending events are sent. */
const leave = (page: Page, site: CountingSite) => page.goto(`${site.url}/privacy`);

/** Reads the steps that were counted, without the measured values. */
async function readSteps(site: CountingSite, entry: string): Promise<string[]> {
  const counters = (await site.readCounters(entry)).filter(({ event }) => event.includes('_'));
  return counters
    .map(({ event, detail, count }) => `${event} ${detail}`.trim() + ` ${count}`)
    .sort();
}

async function sendRequest(page: Page) {
  await sendForm(await openForm(page));
  await expect(getSuccessDialog(page)).toBeVisible();
}

test('a visit, a call and a request are counted and printed by npm run funnel', async ({
  page,
  context,
  site,
}) => {
  const setCookies: unknown[] = [];
  page.on('response', (response) => {
    if (response.headers()['set-cookie']) setCookies.push(response.url());
  });
  await page.goto(`${site.url}/?utm_source=partner`);
  await sendRequest(page);
  // Nothing is stored on the device.
  const stored = await context.storageState({ indexedDB: true });
  expect(stored).toEqual({ cookies: [], origins: [] });
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  expect(setCookies).toEqual([]);
  await leave(page, site);
  await expect
    .poll(() => readSteps(site, 'partner'))
    .toEqual([
      'dialog_opened hero 1',
      'form_sent 1',
      'form_typed 1',
      'page_seen 1',
      'request_stored 1',
    ]);

  const call = new CallPage(page);
  await page.clock.install();
  await page.goto(`${site.url}/?utm_source=partner`);
  await page.locator('#phone-caller').scrollIntoViewIfNeeded();
  await expect(call.stage).toContainText(call.copy.ready);
  await call.press(call.copy.start);
  await expect(call.stage).toContainText(call.copy.active);
  await page.clock.fastForward(31_000);
  await call.press(call.copy.end);
  await expect(call.stage).toContainText(call.copy.ready);
  await leave(page, site);
  const steps = ['call_30_seconds 1', 'call_ended visitor 1', 'call_near 1'];
  await expect
    .poll(() => readSteps(site, 'partner'))
    .toEqual(expect.arrayContaining([...steps, 'microphone_granted 1', 'start_pressed 1']));
  const counters = await site.readCounters('partner');
  expect(counters.filter(({ event }) => event === 'call_active')).toHaveLength(1);
  const views = counters.map(({ page: path, language, device }) => [path, language, device]);
  expect(new Set(views.map(String))).toEqual(new Set(['/,en,desktop']));
  await expect
    .poll(async () => (await site.readCounters('partner')).map(({ event }) => event))
    .toEqual(expect.arrayContaining(['lcp', 'inp', 'cls', 'ttfb']));

  await site.markHandled();
  const printed = await site.printFunnel();
  for (const line of [
    /^page seen +2 +0$/m,
    /^call active +1 +100 % /m,
    /^request stored +1 +100 % /m,
    /^Requests: 1 arrived, 1 handled \(100 %\)/m,
    /^hero +1 +100 %/m,
    /^visitor +1 +100 %/m,
    /^LCP .*\n.*good +[012] /m,
    /^CLS .*\n.*good +[012] /m,
  ])
    expect(printed).toMatch(line);
});

test.describe('on a phone', () => {
  test.use({ userAgent: devices['iPhone 15'].userAgent });

  const entries = ['facebook', 'linkedin', 'instagram', 'email', 'google'];
  for (const [language, entry] of LANGUAGE_CODES.map(
    (code, index) => [code, entries[index]!] as const,
  ))
    test(`a personal page in ${language} is counted without a referrer`, async ({ page, site }) => {
      const beacon = page.waitForRequest('**/api/count');
      const lang = new URLSearchParams(getLanguageParameters(language)).toString();
      await page.goto(`${site.url}/outreach?contact_name=Jana&utm_source=${entry}&${lang}`);
      const headers = await (await beacon).allHeaders();
      expect(headers['content-type']).toBe('application/json');
      expect(headers['referer']).toBeUndefined();
      expect(headers['origin']).toBe(site.url);
      await expect
        .poll(() => site.readCounters(entry))
        .toEqual([
          expect.objectContaining({
            event: 'page_seen',
            page: '/outreach',
            language,
            device: 'phone',
            count: 1,
          }),
        ]);
    });
});

// start-counting.test.ts has Do Not Track as well.
test('nothing is counted with Global Privacy Control', async ({ page, site }) => {
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  );
  await page.goto(`${site.url}/?utm_source=newsletter`);
  await sendRequest(page);
  await waitUntilSettled(page);
  await leave(page, site);
  // The next visit is counted, so this one would have been by now.
  const next = await page.context().newPage();
  await next.goto(`${site.url}/?utm_source=youtube`);
  await expect.poll(() => readSteps(site, 'youtube')).toEqual(['page_seen 1']);
  expect(requestedPaths).toContain('/api/contact');
  expect(requestedPaths).not.toContain('/api/count');
  expect(await site.readCounters('newsletter')).toEqual([]);
});

test.describe('a bot', () => {
  test.use(bot);

  test('is answered like a visitor but not counted', async ({ page, site }) => {
    const answered = page.waitForResponse('**/api/count');
    await page.goto(`${site.url}/?utm_source=bing`);
    expect((await answered).status()).toBe(200);
    expect(await site.readCounters('bing')).toEqual([]);
  });
});
