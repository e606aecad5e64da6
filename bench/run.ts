// `npm run measure`: the speed of the production build, as one table. RUNS (5) sets how often
// Lighthouse runs and a visit is made. `npm run measure -- tap` measures the parts with that word
// in their names. The figures mean something only on a quiet machine.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MANY_CALLS, TEST_DIST_DIR, testPort } from '../test-support/test-site.mjs';
import { startStack } from '../local/stack';
import { benchmarkIndex, openBrowser } from './browser';
import { busyClicks, inTurns, median } from './compare';
import { startComparisonPages } from './comparison-pages';
import { lab, repeatedRuns, serveBareFile } from './lab';
import { layoutShift, worstInteraction } from './observed';
import { measureServing } from './serve';
import { p95AtOpenRate } from './server-time';
import { firstTap, firstTaps, traceFirstTap } from './taps';
import { addBenchmark, atLeast, atMost, atMostOver, beside, moreThan, rows } from './table';
import { useLanding, useOutreach } from './visits';
import { markupAndStyles, weigh, weighFormRules } from './weight';

const KB = 1024;
const runs = Number(process.env.RUNS ?? 5);
/** Most first taps open the dialog. */
const DIALOG_TAPS = 2 * runs;
/** A planted regression doubles a time: one look tells. */
const PLANTED_RUNS = 1;
/** The slowest of them counts. */
const DESKTOP_RUNS = 2;
/** Blocking time over a bare HTML file, in ms. */
const OVER_BARE_FILE = 30;
const [, , wanted = ''] = process.argv;
/** What the clock cannot tell, in ms: the rounding of event timing, and a frame of the screen. */
const EVENT_STEP = 8;
const FRAME = 17;
/** With React deferred, more is asked of `/`. */
const deferred = process.env.HYDRATION !== 'plain';

/** Runs a part of the measurement. One that throws is a missed row, and the others go on. */
async function part(page: string, what: string, measure: () => Promise<void>): Promise<void> {
  if (!what.includes(wanted)) return;
  const start = performance.now();
  const firstRow = rows.length;
  try {
    const benchmark = await benchmarkIndex(browser);
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
const ends: (() => unknown)[] = [() => browser.close()];
try {
  const stack = await startStack({
    mode: 'production',
    dataDir,
    distDir: TEST_DIST_DIR,
    port: await testPort(),
    say: (line) => console.log(line),
  });
  ends.push(stack.stop);
  const { siteUrl } = stack;
  const home = `${siteUrl}/`;
  const personal = `${siteUrl}/outreach?contact_name=Jana&vapi_assistant_id=demo-cs`;
  const pages = await startComparisonPages(browser, { siteUrl, dataDir, home, personal });
  ends.push(pages.stop);
  const bareFile = await serveBareFile();
  ends.push(bareFile.stop);
  const empty = await weigh(browser, pages.emptyUrl);
  await measurePage('/', home, bareFile.url, empty.scripts);
  await measurePage('/outreach', personal, bareFile.url, empty.scripts);
  for (const control of firstTaps) {
    await part('/', `first tap, ${control.name}`, async () => {
      const base = control.startsReact ? 'React' : 'bare';
      const theirs = `${pages[base]}/`;
      const pair = await inTurns(
        control.name === 'dialog' ? DIALOG_TAPS : runs,
        () => firstTap(browser, home, control),
        () => firstTap(browser, theirs, { ...control, outcome: undefined }),
      );
      const what = `first tap 0.3 s after paint: ${control.name}`;
      beside(base, '/', what, pair, FRAME);
      if (control.name === 'dialog' && pair.worst) {
        beside(base, '/', `${what}, the slowest`, pair.worst, FRAME);
        console.log('  main thread in the half second after the tap, ms:');
        console.table({
          'the product': await traceFirstTap(browser, home, control),
          'the bare page': await traceFirstTap(browser, theirs, control),
        });
      }
      if (control.name !== 'menu') return;
      const busy = busyClicks(pair.base);
      const planted = await inTurns(
        PLANTED_RUNS,
        () => firstTap(browser, home, control, busy),
        () => firstTap(browser, theirs, control),
      );
      beside(base, '/', 'planted: … with busy clicks', planted, FRAME, true);
    });
  }
  for (const [name, base, url, theirs, visit] of [
    ['/', 'bare', home, pages.bareInUse, useLanding],
    ['/outreach', 'React', personal, pages.React, useOutreach],
  ] as const) {
    await part(name, 'interactions', async () => {
      const plain = url.replace(siteUrl, theirs);
      const pair = await inTurns(
        runs,
        () => worstInteraction(browser, url, visit),
        () => worstInteraction(browser, plain, visit),
      );
      beside(base, name, 'worst interaction of a visit, 4× CPU', pair, EVENT_STEP);
      if (name !== '/') return;
      const busy = busyClicks(pair.base);
      const planted = await inTurns(
        PLANTED_RUNS,
        () => worstInteraction(browser, url, visit, busy),
        () => worstInteraction(browser, plain, visit),
      );
      beside(base, name, 'planted: … with busy clicks', planted, EVENT_STEP, true);
    });
  }
  await part('/', 'form rules', async () => {
    const { field, send } = await weighFormRules(browser, home);
    // zod is 15 KB of it. Nothing loaded would mean that the rules come before they are needed.
    atMost('/', 'JS for the first field that is left', field / KB, 18, ' KB');
    moreThan('/', 'JS for the first field that is left', field / KB, 0, ' KB');
    atMost('/', 'JS for the first Send after that', send / KB, 0, ' KB');
  });
  await part('/outreach', 'server time', async () => {
    const p95 = await p95AtOpenRate(personal, 50, 10);
    atMost('/outreach', 'server time, p95 at an open 50 requests/s', p95, 60, ' ms');
  });
  await part('/', 'serve', () =>
    measureServing({ siteUrl, distDir: TEST_DIST_DIR, dataDir, runs }),
  );
  await part('/', 'planted regressions', async () => {
    // With the widget near, the rows on voice and on scripts run must show it.
    const near = await weigh(browser, home, (page) =>
      page.locator('#phone-caller').scrollIntoViewIfNeeded(),
    );
    moreThan('/', 'planted: the call comes near, voice bytes', near.voice / KB, 0, ' KB');
    moreThan('/', 'planted: … JS run', near.run / KB, 4, ' KB');
  });
} finally {
  for (const end of ends.reverse()) await end();
  rmSync(dataDir, { recursive: true, force: true });
}
if (rows.length === 0) {
  throw new Error(`No part matches “${wanted}”. Run without an argument to see all parts.`);
}
console.table(rows);
const missed = rows.filter(({ pass }) => !pass).length;
console.log(`${repeatedRuns} runs of Lighthouse were repeated (NO_NAVSTART).`);
console.log(`${rows.length - missed} reached, ${missed} missed.`);
process.exit(missed > 0 ? 1 : 0);

/**
 * @param bareFile the URL of the bare HTML file
 * @param floor bytes of script that an empty page loads
 */
async function measurePage(name: string, url: string, bareFile: string, floor: number) {
  const landing = name === '/';
  await part(name, 'weight', async () => {
    const weight = await weigh(browser, url);
    // The personal page loads the call on idle, which is what it is for.
    const without = (all: number, voice: number) => (landing ? all : all - voice);
    const scripts = without(weight.scripts, weight.voice) / KB;
    atMost(name, 'JS before interaction', scripts, floor / KB + 9, ' KB');
    if (landing && deferred) atMost(name, 'JS run before intent, gzip', weight.run / KB, 4, ' KB');
    atMost(name, 'HTML and CSS, gzip', (await markupAndStyles(url)) / KB, 22, ' KB');
    atMost(name, 'total bytes, cold', without(weight.total, weight.voice) / KB, 240, ' KB');
    atMost(name, 'requests, cold', without(weight.requests, weight.voiceRequests), 12);
    atMost(name, 'third-party requests', weight.foreign.length, 0);
    if (landing) atMost(name, 'voice bytes before intent', weight.voice, 0);
  });
  await part(name, 'layout shift', async () => {
    atMost(name, 'CLS: load, scroll, dialogs', await layoutShift(browser, url), 0.01);
  });
  await part(name, `Lighthouse, ${runs} × mobile`, async () => {
    const mobile = await lab(url, runs, 'mobile', bareFile);
    atLeast(name, `Lighthouse performance, median of ${runs}`, median(mobile.performance), 98);
    atLeast(name, 'Lighthouse performance, worst run', Math.min(...mobile.performance), 97);
    atLeast(name, 'Lighthouse accessibility', mobile.accessibility, 100);
    atLeast(name, 'Lighthouse best practices', mobile.bestPractices, 100);
    // The personal page has noindex, which Lighthouse counts as a fault.
    if (landing) atLeast(name, 'Lighthouse SEO', mobile.seo, 100);
    const lcp = landing ? (deferred ? 1.2 : 1.8) : 2;
    atMost(name, 'LCP', mobile.lcp / 1000, lcp, ' s');
    atMost(name, 'FCP', mobile.fcp / 1000, 0.9, ' s');
    const over = deferred ? OVER_BARE_FILE : 150;
    atMostOver(name, 'TBT', mobile.tbt, over);
    atMost(name, 'CLS, lab', mobile.cls, 0.01);
  });
  await part(name, 'Lighthouse, desktop', async () => {
    const desktop = await lab(url, DESKTOP_RUNS, 'desktop');
    atLeast(name, 'Lighthouse performance, desktop', Math.min(...desktop.performance), 100);
  });
}
