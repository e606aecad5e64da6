import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { callCopyEn } from '@/lib/content/call-en';
import { Processes } from '@/local/processes';
import { type NetworkProxy, startProxy } from '@/__tests__/support/network';
import { startVoiceProvider } from '@/local/voice/server';
import { copyRepository } from '@/__tests__/support/copies';
import { getServerFile } from '@/scripts/build/build-site';
import { findRandomFreePort, TEST_DIST_DIR } from '@/scripts/test/test-site';
import { CallPage } from '../call/call-page';
import { fillForm, openForm, getSendButton, getSuccessDialog } from '../contact/contact-form';
import { createEmail, readStoredRequests } from '../support/database';
import { expect, long, test } from '../support/test';

const loadFailed = callCopyEn.failures['init-failed'];

/** One address, behind which a new version takes the place of the old one. */
test.describe('while a new version goes out', long, () => {
  test.describe.configure({ mode: 'serial', timeout: 300_000 });
  const processes = new Processes();
  const olderProcesses = new Processes();
  const logs = mkdtempSync(join('.data', 'rolling-'));
  let newerFolder: string;
  let provider: Awaited<ReturnType<typeof startVoiceProvider>>;
  let proxy: NetworkProxy;
  let url: string;
  let targets: Record<'older' | 'newer', string>;
  let serving: 'older' | 'newer' = 'older';

  test.beforeAll(async () => {
    // The time limit of the tests does not apply to hooks.
    test.setTimeout(300_000);
    newerFolder = copyRepository();
    changeTexts(newerFolder);
    await processes.run({
      name: 'the newer build',
      args: [join(newerFolder, 'scripts/build/build.mjs')],
      env: { ...process.env, NODE_ENV: 'production', SITE_URL: process.env.E2E_SITE_URL },
      logFile: join(logs, 'build.log'),
    });
    provider = await startVoiceProvider({ publicKey: 'test' });
    const start = async (version: Processes, folder: string, distDir: string) => {
      const port = await findRandomFreePort();
      await version.start({
        name: distDir,
        args: [getServerFile(distDir)],
        cwd: folder,
        env: {
          ...process.env,
          NODE_ENV: 'production',
          NEXT_DIST_DIR: distDir,
          SITE_URL: process.env.E2E_SITE_URL,
          SUPABASE_URL: process.env.E2E_SUPABASE_URL,
          SUPABASE_SECRET_KEY: process.env.E2E_SUPABASE_SECRET_KEY,
          VAPI_PUBLIC_KEY: 'test',
          VAPI_ASSISTANT_ID: 'silent-en-instant',
          VAPI_API_URL: provider.url,
          VAPI_CALL_MACHINE_URL: provider.callMachineUrl,
          PORT: String(port),
          LISTEN_HOST: '127.0.0.1',
        },
        logFile: join(logs, `${distDir}.log`),
        ready: /"listening"/,
      });
      return `http://127.0.0.1:${port}`;
    };
    targets = {
      older: await start(olderProcesses, process.cwd(), TEST_DIST_DIR),
      newer: await start(processes, newerFolder, '.next'),
    };
    proxy = await startProxy(() => targets[serving]);
    url = `http://localhost:${proxy.port}`;
  });
  test.afterAll(async () => {
    proxy?.close();
    await Promise.all([olderProcesses.stop(), processes.stop()]);
    await provider?.close();
    rmSync(logs, { recursive: true });
    if (newerFolder) rmSync(newerFolder, { recursive: true });
  });

  const visit = async (browser: Browser): Promise<Page> => {
    const page = await (await browser.newContext({ baseURL: url })).newPage();
    await page.goto('/');
    return page;
  };

  test('open forms and calls keep working, and a later call reloads the page', async ({
    browser,
  }) => {
    const [writing, calling, reading] = await Promise.all([1, 2, 3].map(() => visit(browser)));
    if (!writing || !calling || !reading) throw new Error('Three pages were asked for.');
    const [call, laterCall] = [new CallPage(calling), new CallPage(reading)];
    const email = createEmail();
    const dialog = await openForm(writing);
    await fillForm(dialog, { email, message: 'Typed before the new version.' });

    await calling.locator('#phone-caller').scrollIntoViewIfNeeded();
    await expect(call.stage).toContainText(callCopyEn.ready);
    await call.press(callCopyEn.start);
    await expect(call.stage).toContainText(callCopyEn.active);

    // Its own scripts are there; that of the SDK is not, since the call is far.
    await openForm(reading);
    await reading.keyboard.press('Escape');

    serving = 'newer';
    await olderProcesses.stop();
    expect(await fetchCallFileStatuses(TEST_DIST_DIR, url)).toEqual([404]);

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
