// `npm run measure`: the speed of the whole product's production build, as one table. RUNS sets how often
// Lighthouse runs and a visit with interactions is made (5), a word after the command measures only the parts that have
// it in their names (`npm run measure -- tap`); the figures mean something only on a quiet machine.
import type { Browser } from '@playwright/test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../local/ports.mjs';
import { startStack } from '../local/stack';
import { layoutShift, markupAndStyles, openBrowser, weigh } from './measure/browser';
import { startFloor } from './measure/floor';
import { lab, median } from './measure/lab';
import { p95AtOpenRate } from './measure/server-time';
import { firstTap, firstTaps, worstOnLanding, worstOnOutreach } from './measure/taps';

const KB = 1024;
const runs = Number(process.env.RUNS ?? 5);
const [, , wanted = ''] = process.argv;
/** With React deferred, more is asked of `/`. */
const deferred = process.env.HYDRATION !== 'plain';

interface Row {
  page: string;
  what: string;
  goal: string;
  measured: string;
  pass: boolean;
}
const rows: Row[] = [];
const show = (value: number) => String(Math.round(value * 1000) / 1000);
const compare =
  (sign: string, holds: (measured: number, goal: number) => boolean) =>
  (page: string, what: string, measured: number, goal: number, unit = '') => {
    const pass = holds(measured, goal);
    const text = `${sign} ${show(goal)}${unit}`;
    rows.push({ page, what, goal: text, measured: `${show(measured)}${unit}`, pass });
  };
const atMost = compare('≤', (measured, goal) => measured <= goal);
const atLeast = compare('≥', (measured, goal) => measured >= goal);
const moreThan = compare('>', (measured, goal) => measured > goal);

/** One part of the measurement; one that breaks down is a missed row and no end of the others. */
async function part(page: string, what: string, measure: () => Promise<void>): Promise<void> {
  if (!what.includes(wanted)) return;
  console.log(`${page}: ${what} …`);
  try {
    await measure();
  } catch (error) {
    console.error(error);
    rows.push({ page, what, goal: 'to be measured', measured: 'failed', pass: false });
  }
}

mkdirSync('.data', { recursive: true });
const dataDir = mkdtempSync(join('.data', 'measure-'));
const ends: (() => Promise<unknown>)[] = [];
try {
  const floor = await startFloor(dataDir);
  ends.push(floor.stop);
  const stack = await startStack({
    mode: 'production',
    dataDir,
    distDir: '.next-test',
    port: await freePort(3100),
    say: (line) => console.log(line),
  });
  ends.push(stack.stop);
  const browser = await openBrowser();
  ends.push(() => browser.close());
  const empty = await weigh(browser, floor.url);
  await floor.stop();
  const home = `${stack.siteUrl}/`;
  const personal = `${stack.siteUrl}/outreach?contact_name=Jana&vapi_assistant_id=demo`;
  await measurePage(browser, '/', home, empty.scripts);
  await measurePage(browser, '/outreach', personal, empty.scripts);
  for (const control of firstTaps) {
    await part('/', `first tap, ${control.name}`, async () => {
      const took = await firstTap(browser, home, control);
      atMost('/', `first tap 0.3 s after paint: ${control.name}`, took, 100, ' ms');
    });
  }
  await part('/', 'interactions', async () => {
    const worst = await worstOnLanding(browser, home, runs);
    atMost('/', `worst interaction, 4× CPU, median of ${runs} visits`, worst, 100, ' ms');
  });
  await part('/outreach', 'interactions', async () => {
    const worst = await worstOnOutreach(browser, personal, runs);
    atMost('/outreach', `worst interaction, 4× CPU, median of ${runs} visits`, worst, 100, ' ms');
  });
  await part('/outreach', 'server time', async () => {
    const p95 = await p95AtOpenRate(personal, 50, 20);
    atMost('/outreach', 'server time, p95 at an open 50 requests/s', p95, 60, ' ms');
  });
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
if (rows.length === 0) throw new Error(`No part of the measurement has “${wanted}” in its name.`);
console.table(rows);
const missed = rows.filter(({ pass }) => !pass).length;
console.log(`${rows.length - missed} reached, ${missed} missed.`);
process.exit(missed > 0 ? 1 : 0);

/** @param floor bytes of script that an empty page loads */
async function measurePage(browser: Browser, name: string, url: string, floor: number) {
  const landing = name === '/';
  await part(name, 'weight', async () => {
    const weight = await weigh(browser, url);
    // What the personal page loads on idle is the call, and it is there for that.
    const without = (all: number, voice: number) => (landing ? all : all - voice);
    const scripts = without(weight.scripts, weight.voice) / KB;
    atMost(name, 'JS before interaction', scripts, floor / KB + 8, ' KB');
    if (landing && deferred) atMost(name, 'JS run before intent, gzip', weight.run / KB, 4, ' KB');
    atMost(name, 'HTML and CSS, gzip', (await markupAndStyles(url)) / KB, 20, ' KB');
    atMost(name, 'total bytes, cold', without(weight.total, weight.voice) / KB, 240, ' KB');
    atMost(name, 'requests, cold', without(weight.requests, weight.voiceRequests), 12);
    atMost(name, 'third-party requests', weight.foreign.length, 0);
    if (landing) atMost(name, 'voice bytes before intent', weight.voice, 0);
  });
  await part(name, 'layout shift', async () => {
    atMost(name, 'CLS: load, scroll, dialogs', await layoutShift(browser, url), 0.01);
  });
  await part(name, `Lighthouse, ${runs} × mobile`, async () => {
    const mobile = await lab(url, runs, 'mobile');
    console.log(`  benchmark index of this machine: ${mobile.benchmark}`);
    atLeast(name, `Lighthouse performance, median of ${runs}`, median(mobile.performance), 98);
    atLeast(name, 'Lighthouse performance, worst run', Math.min(...mobile.performance), 97);
    atLeast(name, 'Lighthouse accessibility', mobile.accessibility, 100);
    atLeast(name, 'Lighthouse best practices', mobile.bestPractices, 100);
    // The personal page is not to be found, and Lighthouse counts that as a fault.
    if (landing) atLeast(name, 'Lighthouse SEO', mobile.seo, 100);
    const lcp = landing ? (deferred ? 1.2 : 1.8) : 2;
    atMost(name, 'LCP', mobile.lcp / 1000, lcp, ' s');
    atMost(name, 'FCP', mobile.fcp / 1000, 0.9, ' s');
    atMost(name, 'TBT', mobile.tbt, landing && deferred ? 10 : 120, ' ms');
    atMost(name, 'CLS, lab', mobile.cls, 0.01);
  });
  await part(name, 'Lighthouse, desktop', async () => {
    const desktop = await lab(url, runs, 'desktop');
    atLeast(name, 'Lighthouse performance, desktop', median(desktop.performance), 100);
  });
}
