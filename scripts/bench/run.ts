// `npm run measure`: the speed of the production build, as one table. RUNS (5) sets how often
// Lighthouse runs and a visit is made. `npm run measure -- tap` measures the parts with that word
// in their names. The figures are meaningful only on a quiet machine.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { MANY_CALLS, TEST_DIST_DIR, getTestPort } from '../test/test-site.mjs';
import { startStack } from '../../local/stack';
import { measureBenchmarkIndex, openBrowser } from './browser';
import { blockClicks, measureInTurns, computeMedian } from './compare';
import { startComparisonPages } from './comparison-pages';
import { runLighthouse, repeatedRuns, serveBareFile } from './lighthouse';
import { measureLayoutShift, measureWorstInteraction } from './observed';
import { measureServing } from './serve';
import { measureP95AtOpenRate } from './server-time';
import { measureFirstTap, tapControls, traceFirstTap, type TapControl } from './taps';
import {
  addBenchmark,
  addLowerLimit,
  addUpperLimit,
  addLimitOverBase,
  addTimeRatio,
  addExclusiveLowerLimit,
  rows,
  type ReferencePage,
} from './table';
import { visitLanding, visitOutreach } from './visits';
import { weighMarkupAndStyles, measureWeight, weighFormRules } from './weight';

const KB = 1024;
const runs = Number(process.env.RUNS ?? 5);
/** The dialog gets more visits, as most visitors open it first. */
const DIALOG_TAPS = 2 * runs;
/** A planted regression doubles a time, so one visit is enough to detect it. */
const PLANTED_RUNS = 1;
/** The worst of these runs is reported. */
const DESKTOP_RUNS = 2;
/** Blocking time over a bare HTML file, in ms. */
const MAX_MS_OVER_BARE_FILE = 30;
const [, , partFilter = ''] = process.argv;
/** Differences in ms that cannot be measured: the rounding of event timing, and one frame. */
const EVENT_STEP_MS = 8;
const FRAME_MS = 17;
/** With deferred hydration, the limits for `/` are stricter. */
const isDeferred = process.env.HYDRATION !== 'plain';

/** Runs a part of the measurement. One that throws is a missed row, and the others go on. */
async function measurePart(
  page: string,
  what: string,
  measure: () => Promise<void>,
): Promise<void> {
  if (!what.includes(partFilter)) return;
  const start = performance.now();
  const firstRow = rows.length;
  try {
    const benchmark = await measureBenchmarkIndex(browser);
    console.log(`${page}: ${what} … (benchmark index ${benchmark})`);
    await measure();
    addBenchmark(firstRow, benchmark);
  } catch (error) {
    console.error(error);
    rows.push({ page, what, goal: 'to be measured', measured: 'failed', pass: false });
  }
  console.log(`  took ${Math.round((performance.now() - start) / 1000)} s`);
}

Object.assign(process.env, MANY_CALLS);
mkdirSync('.data', { recursive: true });
const dataDir = mkdtempSync(join('.data', 'measure-'));
const browser = await openBrowser();
const cleanups: (() => unknown)[] = [() => browser.close()];
try {
  const stack = await startStack({
    mode: 'production',
    dataDir,
    distDir: TEST_DIST_DIR,
    port: await getTestPort(),
    say: (line) => console.log(line),
  });
  cleanups.push(stack.stop);
  const { siteUrl } = stack;
  const home = `${siteUrl}/`;
  const personal = `${siteUrl}/outreach?contact_name=Jana&vapi_assistant_id=demo-cs`;
  const pages = await startComparisonPages(browser, { siteUrl, dataDir, home, personal });
  cleanups.push(pages.stop);
  const bareFile = await serveBareFile();
  cleanups.push(bareFile.stop);
  const emptyWeight = await measureWeight(browser, pages.emptyUrl);
  await measurePage('/', home, bareFile.url, emptyWeight.scriptBytes);
  await measurePage('/outreach', personal, bareFile.url, emptyWeight.scriptBytes);
  for (const control of tapControls) {
    const base = control.startsReact ? 'React' : 'bare';
    await measurePart('/', `first tap, ${control.name}`, () =>
      measureTap(control, home, base, `${pages[base]}/`),
    );
  }
  for (const [page, base, url, baseUrl, visit] of [
    ['/', 'bare', home, pages.interactiveBare, visitLanding],
    ['/outreach', 'React', personal, pages.React, visitOutreach],
  ] as const) {
    await measurePart(page, 'interactions', () =>
      measureInteractions(page, url, base, url.replace(siteUrl, baseUrl), visit),
    );
  }
  await measurePart('/', 'form rules', () => measureFormRules(home));
  await measurePart('/outreach', 'server time', async () => {
    const p95 = await measureP95AtOpenRate(personal, 50, 10);
    addUpperLimit('/outreach', 'server time, p95 at an open 50 requests/s', p95, 60, ' ms');
  });
  await measurePart('/', 'serve', () =>
    measureServing({ siteUrl, distDir: TEST_DIST_DIR, dataDir, runs }),
  );
  await measurePart('/', 'planted regressions', () => measureEarlyCall(home));
} finally {
  for (const cleanUp of cleanups.reverse()) await cleanUp();
  rmSync(dataDir, { recursive: true, force: true });
}
if (rows.length === 0) {
  throw new Error(`No part matches “${partFilter}”. Run without an argument to see all parts.`);
}
console.table(rows);
const missed = rows.filter(({ pass }) => !pass).length;
console.log(`${repeatedRuns} runs of Lighthouse were repeated (NO_NAVSTART).`);
console.log(`${rows.length - missed} reached, ${missed} missed.`);
process.exit(missed > 0 ? 1 : 0);

/**
 * Measures the weight, layout shift and Lighthouse scores of a page.
 *
 * @param bareFile the URL of the bare HTML file
 * @param frameworkBytes bytes of script that an empty page loads
 */
async function measurePage(page: string, url: string, bareFile: string, frameworkBytes: number) {
  const isLanding = page === '/';
  await measurePart(page, 'weight', async () => {
    const weight = await measureWeight(browser, url);
    // The personal page loads the call on idle, which is what it is for.
    const subtractVoice = (all: number, voice: number) => (isLanding ? all : all - voice);
    const scripts = subtractVoice(weight.scriptBytes, weight.voiceBytes) / KB;
    addUpperLimit(page, 'JS before interaction', scripts, frameworkBytes / KB + 24, ' KB');
    if (isLanding && isDeferred)
      addUpperLimit(page, 'JS run before intent, gzip', weight.executedBytes / KB, 4, ' KB');
    addUpperLimit(page, 'HTML and CSS, gzip', (await weighMarkupAndStyles(url)) / KB, 26, ' KB');
    addUpperLimit(
      page,
      'total bytes, cold',
      subtractVoice(weight.totalBytes, weight.voiceBytes) / KB,
      240,
      ' KB',
    );
    addUpperLimit(page, 'requests, cold', subtractVoice(weight.requests, weight.voiceRequests), 12);
    addUpperLimit(page, 'third-party requests', weight.foreignUrls.length, 0);
    if (isLanding) addUpperLimit(page, 'voice bytes before intent', weight.voiceBytes, 0);
  });
  await measurePart(page, 'layout shift', async () => {
    addUpperLimit(page, 'CLS: load, scroll, dialogs', await measureLayoutShift(browser, url), 0.01);
  });
  await measurePart(page, `Lighthouse, ${runs} × mobile`, async () => {
    const mobile = await runLighthouse(url, runs, 'mobile', bareFile);
    addLowerLimit(
      page,
      `Lighthouse performance, median of ${runs}`,
      computeMedian(mobile.performance),
      98,
    );
    addLowerLimit(page, 'Lighthouse performance, worst run', Math.min(...mobile.performance), 97);
    addLowerLimit(page, 'Lighthouse accessibility', mobile.accessibility, 100);
    addLowerLimit(page, 'Lighthouse best practices', mobile.bestPractices, 100);
    // The personal page has noindex, which Lighthouse counts as a fault.
    if (isLanding) addLowerLimit(page, 'Lighthouse SEO', mobile.seo, 100);
    const lcp = isLanding ? (isDeferred ? 1.2 : 1.8) : 2;
    addUpperLimit(page, 'LCP', mobile.lcp / 1000, lcp, ' s');
    addUpperLimit(page, 'FCP', mobile.fcp / 1000, 0.9, ' s');
    const maxMsOver = isDeferred ? MAX_MS_OVER_BARE_FILE : 150;
    addLimitOverBase(page, 'TBT', mobile.tbt, maxMsOver);
    addUpperLimit(page, 'CLS, lab', mobile.cls, 0.01);
  });
  await measurePart(page, 'Lighthouse, desktop', async () => {
    const desktop = await runLighthouse(url, DESKTOP_RUNS, 'desktop');
    addLowerLimit(page, 'Lighthouse performance, desktop', Math.min(...desktop.performance), 100);
  });
}

/**
 * Measures the first tap on a control of `/`, in turns with the same tap on a reference page.
 *
 * @param base which reference page it is
 */
async function measureTap(
  control: TapControl,
  url: string,
  base: ReferencePage,
  referenceUrl: string,
): Promise<void> {
  const pair = await measureInTurns(
    control.name === 'dialog' ? DIALOG_TAPS : runs,
    () => measureFirstTap(browser, url, control),
    () => measureFirstTap(browser, referenceUrl, { ...control, outcomeSelector: undefined }),
  );
  const what = `first tap 0.3 s after paint: ${control.name}`;
  addTimeRatio(base, '/', what, pair, FRAME_MS);
  if (control.name === 'dialog' && pair.worst) {
    addTimeRatio(base, '/', `${what}, the slowest`, pair.worst, FRAME_MS);
    console.log('  main thread in the half second after the tap, ms:');
    console.table({
      'the product': await traceFirstTap(browser, url, control),
      'the bare page': await traceFirstTap(browser, referenceUrl, control),
    });
  }
  if (control.name !== 'menu') return;
  const makeClicksSlow = blockClicks(pair.reference);
  const planted = await measureInTurns(
    PLANTED_RUNS,
    () => measureFirstTap(browser, url, control, makeClicksSlow),
    () => measureFirstTap(browser, referenceUrl, control),
  );
  addTimeRatio(base, '/', 'planted: … with busy clicks', planted, FRAME_MS, true);
}

/** Measures the worst interaction of a visit, in turns with the same visit of a reference page. */
async function measureInteractions(
  page: string,
  url: string,
  base: ReferencePage,
  referenceUrl: string,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const pair = await measureInTurns(
    runs,
    () => measureWorstInteraction(browser, url, visit),
    () => measureWorstInteraction(browser, referenceUrl, visit),
  );
  addTimeRatio(base, page, 'worst interaction of a visit, 4× CPU', pair, EVENT_STEP_MS);
  if (page !== '/') return;
  const makeClicksSlow = blockClicks(pair.reference);
  const planted = await measureInTurns(
    PLANTED_RUNS,
    () => measureWorstInteraction(browser, url, visit, makeClicksSlow),
    () => measureWorstInteraction(browser, referenceUrl, visit),
  );
  addTimeRatio(base, page, 'planted: … with busy clicks', planted, EVENT_STEP_MS, true);
}

async function measureFormRules(url: string): Promise<void> {
  const { fieldBytes, sendBytes } = await weighFormRules(browser, url);
  // zod is 15 KB of it. Nothing loaded would mean that the rules come before they are needed.
  addUpperLimit('/', 'JS for the first field that is left', fieldBytes / KB, 18, ' KB');
  addExclusiveLowerLimit('/', 'JS for the first field that is left', fieldBytes / KB, 0, ' KB');
  addUpperLimit('/', 'JS for the first Send after that', sendBytes / KB, 0, ' KB');
}

/** If the widget loads early, the rows about voice bytes and run scripts must show it. */
async function measureEarlyCall(url: string): Promise<void> {
  const { voiceBytes, executedBytes } = await measureWeight(browser, url, (page) =>
    page.locator('#phone-caller').scrollIntoViewIfNeeded(),
  );
  const what = 'planted: the call comes near, voice bytes';
  addExclusiveLowerLimit('/', what, voiceBytes / KB, 0, ' KB');
  addExclusiveLowerLimit('/', 'planted: … JS run', executedBytes / KB, 4, ' KB');
}
