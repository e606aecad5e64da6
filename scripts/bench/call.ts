// `npm run measure:call`: how long a visitor waits from the press on Start until the call is live,
// and what a live call costs, both next to the voice SDK alone, on the local provider with
// realistic delays. The microphone is allowed already.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { build } from 'esbuild';
import { callCopyEn } from '@/lib/content/call-en';
import { listen } from '../../local/ports';
import { startStack } from '../../local/stack';
import { LOCAL_KEYS } from '../../local/voice/start-voice';
import { ensureBrowser } from '../test/browser';
import { TEST_DIST_DIR, getTestPort } from '../test/test-site';
import { openBrowser } from './browser';
import { atMost, computeMedian, computeMedians, formatPair, type Pair } from './table';

const { CALLS = 10, LIVE_CALLS = 7 } = process.env;
/** Long enough for the greeting and the pause after it. */
const WATCHED_SECONDS = 15;
/** The page opens with an animation, which is no part of a call. */
const OPENING_ANIMATION_MS = 6_000;
const assistantId = 'demo-en';

interface Config {
  publicKey: string;
  apiUrl: string;
  callMachineUrl: string;
}

interface LiveCall {
  /** Commits of React in a second. */
  commits: number;
  /** Percent of the main thread's time at 4× CPU slowdown. */
  mainThread: number;
}

/** Makes a call on a new page. Returns the milliseconds from the click until it is live. */
type Measurement = (page: Page) => Promise<number>;

/** The SDK alone. It is loaded before the click, as in the product. */
const bareSdkScript = `
import module from '@vapi-ai/web';
const Vapi = module.default ?? module;
const { publicKey, apiUrl, callMachineUrl, assistantId } = window.settings;
const options = { avoidEval: true, callObjectBundleUrlOverride: callMachineUrl };
const vapi = new Vapi(publicKey, apiUrl, options);
vapi.on('call-start', () => { window.waited = performance.now() - window.clickedAt; });
document.querySelector('button').addEventListener('click', (event) => {
  window.clickedAt = event.timeStamp;
  vapi.start(assistantId);
});
document.body.dataset.ready = 'true';
`;

async function serveBareSdk(config: Config): Promise<{ url: string; close: () => void }> {
  const { outputFiles } = await build({
    stdin: { contents: bareSdkScript, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
    logLevel: 'silent',
  });
  const script = outputFiles[0]?.text ?? '';
  const settings = JSON.stringify({ ...config, assistantId });
  const html = `<!doctype html><html lang="en"><title>SDK</title><button>Start</button>
    <script>window.settings = ${settings}</script><script src="/sdk.js"></script></html>`;
  const server = createServer((request, response) => {
    const isScript = request.url === '/sdk.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : html);
  });
  return { url: `http://127.0.0.1:${await listen(server)}/`, close: () => server.close() };
}

const readWaitingTime = async (page: Page) => {
  const found = await page.waitForFunction(() => (window as { waited?: number }).waited);
  return (await found.jsonValue()) ?? Number.NaN;
};

function measureSdkAlone(url: string): Measurement {
  return async (page) => {
    await page.goto(url);
    await page.locator('[data-ready]').waitFor();
    await page.getByRole('button').click();
    return readWaitingTime(page);
  };
}

function measureProduct(siteUrl: string): Measurement {
  return async (page) => {
    await page.addInitScript((active) => {
      let clickedAt = 0;
      addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), true);
      new MutationObserver((_, observer) => {
        const text = document.querySelector('#phone-caller [role="status"]')?.textContent;
        if (!text?.includes(active)) return;
        (window as { waited?: number }).waited = performance.now() - clickedAt;
        observer.disconnect();
      }).observe(document, { subtree: true, childList: true, characterData: true });
    }, callCopyEn.active);
    await pressStart(page, siteUrl);
    return readWaitingTime(page);
  };
}

/**
 * Opens the site and presses Start once the call is ready.
 *
 * @param pauseMs how long to wait before the press
 * @returns the call widget
 */
async function pressStart(page: Page, siteUrl: string, pauseMs = 0): Promise<Locator> {
  await page.goto(siteUrl);
  const widget = page.getByRole('group', { name: callCopyEn.label });
  await widget.scrollIntoViewIfNeeded();
  await widget.getByText(callCopyEn.ready).waitFor();
  await page.waitForTimeout(pauseMs);
  await widget.getByRole('button', { name: callCopyEn.start, exact: true }).click();
  return widget;
}

/** As text: tsx would add a helper to a function, which no page has. */
const commitCounterScript = `
  window.commits = 0;
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: () => { window.commits += 1; },
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
  };
`;

/**
 * Observes a live call on a phone, as slow as a mid-range one.
 *
 * @param startCall brings the page to a live call
 */
async function measureLiveCall(
  browser: Browser,
  startCall: (page: Page) => Promise<unknown>,
): Promise<LiveCall> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    permissions: ['microphone'],
  });
  try {
    await page.addInitScript(commitCounterScript);
    await startCall(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await session.send('Performance.enable');
    // Starting a call is measured separately.
    await page.waitForTimeout(1_000);
    const readMetrics = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const findMetric = (name: string) =>
        metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
      const commits = Number(await page.evaluate('window.commits'));
      return { at: findMetric('Timestamp'), busy: findMetric('TaskDuration'), commits };
    };
    const before = await readMetrics();
    await page.waitForTimeout(WATCHED_SECONDS * 1_000);
    const after = await readMetrics();
    const seconds = after.at - before.at;
    return {
      commits: (after.commits - before.commits) / seconds,
      mainThread: (100 * (after.busy - before.busy)) / seconds,
    };
  } finally {
    await page.close();
  }
}

/** Measures in a new context, where nothing of an earlier call is cached. */
async function runOnFreshPage(browser: Browser, measure: Measurement): Promise<number> {
  const page = await browser.newPage({ permissions: ['microphone'] });
  return measure(page).finally(() => page.close());
}

process.env.NEXT_TELEMETRY_DISABLED = '1';
// With the same TEST_FAULT_ROUTE as the browser tests, so that one build serves both.
process.env.TEST_FAULT_ROUTE = '1';
mkdirSync('.data', { recursive: true });
const dataDir = mkdtempSync(join('.data', 'measure-call-'));
const stack = await startStack({
  mode: 'production',
  dataDir,
  distDir: TEST_DIST_DIR,
  port: await getTestPort(),
  say: (line) => console.log(line),
});
try {
  const headers = { 'x-requested-with': 'call-widget' };
  const answer = await fetch(`${stack.siteUrl}/api/call-config`, { headers });
  const { callMachineUrl } = (await answer.json()) as { callMachineUrl: string };
  const apiUrl = new URL(callMachineUrl).origin;
  const bareSdk = await serveBareSdk({ publicKey: LOCAL_KEYS.publicKey, apiUrl, callMachineUrl });
  await ensureBrowser();
  const browser = await openBrowser();
  const measurements = {
    'the SDK alone': measureSdkAlone(bareSdk.url),
    'the product': measureProduct(stack.siteUrl),
  };
  // In turns, so that a busy moment of the machine meets both; the first round only warms up.
  const times: Record<string, number[]> = {};
  for (let turn = 0; turn <= Number(CALLS); turn += 1) {
    for (const [who, measure] of Object.entries(measurements)) {
      const time = await runOnFreshPage(browser, measure);
      if (turn > 0) (times[who] ??= []).push(time);
    }
  }
  const callStarters = {
    'the SDK alone': measurements['the SDK alone'],
    'the product': async (page: Page) => {
      const widget = await pressStart(page, stack.siteUrl, OPENING_ANIMATION_MS);
      await widget.getByText(callCopyEn.active).waitFor();
    },
  };
  const liveCalls: Record<string, LiveCall[]> = {};
  for (let turn = 0; turn < Number(LIVE_CALLS); turn += 1) {
    for (const [who, startCall] of Object.entries(callStarters)) {
      (liveCalls[who] ??= []).push(await measureLiveCall(browser, startCall));
    }
  }
  await browser.close();
  bareSdk.close();

  const computePair = (values: Record<string, number[]>): Pair =>
    computeMedians(values['the product'] ?? [], values['the SDK alone'] ?? []);
  const start = computePair(times);
  const pickShares = ([who, calls]: [string, LiveCall[]]) =>
    [who, calls.map(({ mainThread }) => mainThread)] as const;
  const share = computePair(Object.fromEntries(Object.entries(liveCalls).map(pickShares)));
  const commits = computeMedian(liveCalls['the product']?.map((call) => call.commits) ?? []);
  const startRatio = start.ours / start.reference;
  const rows = [
    atMost(1.25, ' × the SDK alone')('press on Start until the call is live', startRatio),
    atMost(2)('commits of React in a second', commits),
    atMost(7, ' points')('main thread at 4× CPU over the SDK alone', share.ours - share.reference),
  ];
  console.table(rows);
  console.log(`Starts, product : SDK alone: ${formatPair(start, 'ms')}`);
  console.log(`Main thread of live calls: ${formatPair(share, '%')}`);
  if (rows.some(({ pass }) => !pass)) process.exitCode = 1;
} finally {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
