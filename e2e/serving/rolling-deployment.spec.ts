import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { callCopyEn } from '@/lib/content/call-en';
import { Processes } from '@/local/processes';
import { startProxy } from '@/__tests__/support/network';
import { startVoiceProvider } from '@/local/voice/server';
import { copyRepository } from '@/__tests__/support/copies';
import { getServerFile } from '@/scripts/build/build-site';
import { findRandomFreePort, TEST_DIST_DIR } from '@/scripts/test/test-site';
import { CallPage } from '../call/call-page';
import { fillForm, getSendButton, getSuccessDialog, visitForm } from '../contact/contact-form';
import { createEmail, readStoredRequests } from '../support/database';
import { expect, long, test } from '../support/test';

const loadFailed = callCopyEn.failures['init-failed'];

/** One address, behind which a new version takes the place of the tested one. */
test.describe('while a new version goes out', long, () => {
  test.describe.configure({ timeout: 300_000 });
  const processes = new Processes();
  const logs = mkdtempSync(join('.data', 'rolling-'));
  const { E2E_SITE_URL: olderUrl = '' } = process.env;
  let newerUrl: string;
  let newerFolder: string;
  let provider: Awaited<ReturnType<typeof startVoiceProvider>>;

  test.beforeAll(async () => {
    // The time limit of the tests does not apply to hooks.
    test.setTimeout(300_000);
    newerFolder = copyRepository();
    changeTexts(newerFolder);
    const env = { ...process.env, NODE_ENV: 'production', SITE_URL: olderUrl } as const;
    await processes.run({
      name: 'the newer build',
      args: [join(newerFolder, 'scripts/run.mjs'), 'scripts/build/build.ts'],
      env,
      logFile: join(logs, 'build.log'),
    });
    provider = await startVoiceProvider({ publicKey: 'test' });
    const port = await findRandomFreePort();
    await processes.start({
      name: 'the newer site',
      args: [getServerFile('.next')],
      cwd: newerFolder,
      env: {
        ...env,
        NEXT_DIST_DIR: '.next',
        SUPABASE_URL: process.env.E2E_SUPABASE_URL,
        SUPABASE_SECRET_KEY: process.env.E2E_SUPABASE_SECRET_KEY,
        VAPI_PUBLIC_KEY: 'test',
        VAPI_ASSISTANT_ID: 'silent-en',
        VAPI_API_URL: provider.url,
        VAPI_CALL_MACHINE_URL: provider.callMachineUrl,
        PORT: String(port),
        LISTEN_HOST: '127.0.0.1',
      },
      logFile: join(logs, 'site.log'),
      ready: /"listening"/,
    });
    newerUrl = `http://127.0.0.1:${port}`;
  });
  test.afterAll(async () => {
    await processes.stop();
    await provider?.close();
    rmSync(logs, { recursive: true });
    if (newerFolder) rmSync(newerFolder, { recursive: true });
  });

  test('open forms and calls keep working, and a later call reloads the page', async ({
    browser,
  }) => {
    let serving = olderUrl;
    const proxy = await startProxy(() => serving);
    const baseURL = `http://localhost:${proxy.port}`;
    const createPage = async () => (await browser.newContext({ baseURL })).newPage();
    const [writing, calling, reading] = [
      await createPage(),
      await createPage(),
      await createPage(),
    ];
    const [call, laterCall] = [new CallPage(calling), new CallPage(reading)];
    const email = createEmail();
    const dialog = await visitForm(writing);
    await fillForm(dialog, { email, message: 'Typed before the new version.' });
    await call.start('silent');
    await expect(call.stage).toContainText(callCopyEn.active);
    // Its own scripts are there; that of the SDK is not, since the call is far.
    await visitForm(reading);
    await reading.keyboard.press('Escape');

    serving = newerUrl;
    expect(await fetchCallFileStatuses(TEST_DIST_DIR, baseURL)).toEqual([404]);
    await getSendButton(dialog).click();
    await expect(getSuccessDialog(writing)).toBeVisible();
    expect(await readStoredRequests(email)).toHaveLength(1);

    await expect(call.stage).toContainText(callCopyEn.active);
    await call.press(callCopyEn.end);
    await expect(call.stage).toContainText(callCopyEn.ready);

    await reading.locator('#phone-caller').scrollIntoViewIfNeeded();
    await expect(laterCall.widget).toContainText(loadFailed.message);
    await laterCall.press(loadFailed.button?.label ?? '');
    await expect(laterCall.stage).toContainText(callCopyEn.ready);
    await laterCall.press(callCopyEn.start);
    await expect(laterCall.stage).toContainText(callCopyEn.active);
    await laterCall.press(callCopyEn.end);
    proxy.close();
  });
});

/** Changes what a copy of the repository says, so that the files of its build have other names. */
function changeTexts(folder: string): void {
  for (const [file, from, to] of [
    ['lib/content/call-en.ts', /^  mute:\s*'.*'/m, "  mute: 'Another'"],
    ['lib/call/sdk/call.ts', 'refused by our server', 'refused by this server'],
    ['lib/content/en.ts', /^    claim:\s*'.*'/m, "    claim: 'Another'"],
    ['lib/content/contact-en.ts', /^  submit:\s*'.*'/m, "  submit: 'Another'"],
  ] as const) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${file} does not say “${from}”.`);
    writeFileSync(path, changed);
  }
}

/** Requests the older build's files of the call; returns each status once. */
async function fetchCallFileStatuses(distDir: string, url: string): Promise<number[]> {
  const folder = resolve(distDir, 'static/chunks');
  const files = readdirSync(folder).filter((name) =>
    readFileSync(join(folder, name), 'utf8').includes('refused by our server'),
  );
  expect(files.length).toBeGreaterThan(0);
  const statuses = files.map(
    async (name) => (await fetch(`${url}/_next/static/chunks/${name}`)).status,
  );
  return [...new Set(await Promise.all(statuses))];
}
