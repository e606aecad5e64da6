// `npm run measure`: the speed of the production build, as one table. RUNS (5) sets how often
// Lighthouse runs and a visit is made. `npm run measure -- tap` measures the parts with that word
// in their names. The figures are meaningful only on a quiet machine.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MANY_CALLS, TEST_DIST_DIR, getTestPort } from '../test/test-site';
import { startStack } from '../../local/stack';
import { startBarePage } from './bare-page';
import { measureBenchmarkIndex, openBrowser } from './browser';
import { startEmptyApp } from './empty-app';
import { repeatedRuns, runLighthouse, serveBareFile } from './lighthouse';
import { measureP95AtOpenRate, measureServing } from './serve';
import {
  addLimitOverBase,
  addLowerLimit,
  addTimeRatio,
  addUpperLimit,
  computeMedian,
  measureInTurns,
  rows,
} from './table';
import { blockClicks, measureFirstTap, tapControls, type TapControl } from './taps';
import { LIMITS, measureWeight, weighMarkupAndStyles } from './weight';

const KB = 1024;
const runs = Number(process.env.RUNS ?? 5);
/** The dialog gets more visits, as most visitors open it first. */
const DIALOG_TAPS = 2 * runs;
const [, , partFilter = ''] = process.argv;
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
    for (const row of rows.slice(firstRow)) row.benchmark = benchmark;
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
  const barePage = await startBarePage(siteUrl);
  const bareFile = await serveBareFile();
  const emptyApp = await startEmptyApp(dataDir);
  cleanups.push(barePage.stop, bareFile.stop, emptyApp.stop);
  const urls = { bareFile: bareFile.url, empty: emptyApp.url };
  const { scriptBytes } = await measureWeight(browser, emptyApp.url);
  await measurePage('/', home, urls, scriptBytes);
  await measurePage('/outreach', personal, urls, scriptBytes);
  for (const control of tapControls)
    await measurePart('/', `first tap, ${control.name}`, () =>
      measureTap(control, home, `${barePage.url}/`),
    );
  await measurePart('/outreach', 'server time', async () => {
    const p95 = await measureP95AtOpenRate(personal, 50, 10);
    addUpperLimit('/outreach', 'server time, p95 at an open 50 requests/s', p95, 60, ' ms');
  });
  await measurePart('/', 'serve', () =>
    measureServing({ siteUrl, distDir: TEST_DIST_DIR, dataDir, runs }),
  );
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
 * Measures the weight and Lighthouse scores of a page.
 *
 * @param references the URLs of the bare HTML file and of the framework's empty page
 * @param frameworkBytes bytes of script that the empty page loads
 */
async function measurePage(
  page: string,
  url: string,
  references: { bareFile: string; empty: string },
  frameworkBytes: number,
) {
  const isLanding = page === '/';
  await measurePart(page, 'weight', async () => {
    const weight = await measureWeight(browser, url);
    // The personal page loads the call on idle, which is what it is for.
    const voice = isLanding ? { bytes: 0, requests: 0 } : weight.voice;
    const addSize = (what: string, bytes: number, limit: number) =>
      addUpperLimit(page, what, bytes / KB, limit, ' KB');
    const scriptLimit = frameworkBytes / KB + LIMITS.ownScripts;
    addSize('JS before interaction', weight.scriptBytes - voice.bytes, scriptLimit);
    if (isLanding && isDeferred)
      addSize('JS run before intent, gzip', weight.executedBytes, LIMITS.executed);
    addSize('HTML and CSS, gzip', await weighMarkupAndStyles(url), LIMITS.markup);
    addSize('total bytes, cold', weight.totalBytes - voice.bytes, LIMITS.total);
    addUpperLimit(page, 'requests, cold', weight.requests - voice.requests, LIMITS.requests);
    addUpperLimit(page, 'third-party requests', weight.foreignUrls.length, 0);
    if (isLanding) addUpperLimit(page, 'voice bytes before intent', weight.voice.bytes, 0);
  });
  await measurePart(page, `Lighthouse, ${runs} × mobile`, async () => {
    const isOverEmptyPage = !isDeferred && !isLanding;
    const reference = isOverEmptyPage ? references.empty : references.bareFile;
    const scores = await runLighthouse(url, runs, reference);
    const median = computeMedian(scores.performance);
    addLowerLimit(page, `Lighthouse performance, median of ${runs}`, median, 98);
    addLowerLimit(page, 'Lighthouse performance, worst run', Math.min(...scores.performance), 97);
    addLowerLimit(page, 'Lighthouse accessibility', scores.accessibility, 100);
    addLowerLimit(page, 'Lighthouse best practices', scores.bestPractices, 100);
    // The personal page has noindex, which Lighthouse counts as a fault.
    if (isLanding) addLowerLimit(page, 'Lighthouse SEO', scores.seo, 100);
    const lcp = isLanding ? (isDeferred ? 1.2 : 1.8) : 2;
    addUpperLimit(page, 'LCP', scores.lcp / 1000, lcp, ' s');
    addUpperLimit(page, 'FCP', scores.fcp / 1000, 0.9, ' s');
    if (isOverEmptyPage) addLimitOverBase(page, 'TBT', scores.tbt, 60, 'an empty Next page');
    else addLimitOverBase(page, 'TBT', scores.tbt, isDeferred ? 30 : 150, 'a bare HTML file');
    addUpperLimit(page, 'CLS, lab', scores.cls, 0.01);
  });
}

/** Measures the first tap on a control of `/`, in turns with the same tap on the bare page. */
async function measureTap(control: TapControl, url: string, bareUrl: string): Promise<void> {
  const measureBare = () =>
    measureFirstTap(browser, bareUrl, { ...control, outcomeSelector: undefined });
  const visits = control.name === 'dialog' ? DIALOG_TAPS : runs;
  const pair = await measureInTurns(
    visits,
    () => measureFirstTap(browser, url, control),
    measureBare,
  );
  const what = `first tap 0.3 s after paint: ${control.name}`;
  addTimeRatio('/', what, pair);
  if (control.name === 'dialog' && pair.worst)
    addTimeRatio('/', `${what}, the slowest`, pair.worst);
  if (control.name !== 'menu') return;
  const makeClicksSlow = blockClicks(pair.reference);
  const planted = await measureInTurns(
    1,
    () => measureFirstTap(browser, url, control, makeClicksSlow),
    measureBare,
  );
  addTimeRatio('/', 'planted: … with busy clicks', planted, true);
}
