// `npm run measure`: the speed of the whole product's production build, as one table. RUNS sets how often
// Lighthouse runs (5); the figures mean something only on a quiet machine.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../local/ports';
import { startStack } from '../local/stack';
import { layoutShift, markupAndStyles, openBrowser, weigh } from './measure/browser';
import { startFloor } from './measure/floor';
import { lab, median } from './measure/lab';
import { firstTap, firstTaps, worstInteraction } from './measure/taps';

const KB = 1024;
const runs = Number(process.env.RUNS ?? 5);
const rows: { page: string; what: string; goal: string; measured: string; pass: boolean }[] = [];
const atMost = (page: string, what: string, measured: number, goal: number, unit = '') => {
  const show = (value: number) => `${Math.round(value * 1000) / 1000}${unit}`;
  rows.push({
    page,
    what,
    goal: `≤ ${show(goal)}`,
    measured: show(measured),
    pass: measured <= goal,
  });
};
const atLeast = (page: string, what: string, measured: number, goal: number) =>
  rows.push({ page, what, goal: `≥ ${goal}`, measured: String(measured), pass: measured >= goal });

mkdirSync('.data', { recursive: true });
const dataDir = mkdtempSync(join('.data', 'measure-'));
const ends: (() => Promise<void>)[] = [];
try {
  const say = (line: string) => console.log(line);
  const floor = await startFloor(dataDir);
  ends.push(floor.stop);
  const stack = await startStack({
    mode: 'production',
    dataDir,
    distDir: '.next-test',
    port: await freePort(3100),
    say,
  });
  ends.push(stack.stop);
  const browser = await openBrowser();
  ends.push(() => browser.close());
  const empty = await weigh(browser, floor.url);
  await floor.stop();
  const pages = {
    '/': `${stack.siteUrl}/`,
    '/outreach': `${stack.siteUrl}/outreach?contact_name=Jana&vapi_assistant_id=demo`,
  };
  for (const [name, url] of Object.entries(pages)) {
    const landing = name === '/';
    say(`Weighing ${name} …`);
    const weight = await weigh(browser, url);
    const kilo = (bytes: number) => bytes / KB;
    // What the personal page loads on idle is the call, and it is there for that.
    const scripts = landing ? weight.scripts : weight.scripts - weight.voice;
    atMost(name, 'JS before interaction', kilo(scripts), kilo(empty.scripts + 8 * KB), ' KB');
    atMost(name, 'HTML and CSS, gzip', kilo(await markupAndStyles(url)), 20, ' KB');
    if (landing) {
      atMost(name, 'total bytes, cold', kilo(weight.total), 240, ' KB');
      atMost(name, 'requests, cold', weight.requests, 12);
      atMost(name, 'voice bytes before intent', weight.voice, 0);
    }
    atMost(name, 'third-party requests', weight.foreign.length, 0);
    atMost(name, 'CLS: load, scroll, dialogs', await layoutShift(browser, url), 0.01);
    say(`Lighthouse on ${name}, ${runs} × mobile …`);
    const mobile = await lab(url, runs, 'mobile');
    atLeast(name, `Lighthouse performance, median of ${runs}`, median(mobile.performance), 98);
    atLeast(name, 'Lighthouse performance, worst run', Math.min(...mobile.performance), 97);
    atLeast(name, 'Lighthouse accessibility', mobile.accessibility, 100);
    atLeast(name, 'Lighthouse best practices', mobile.bestPractices, 100);
    // The personal page is not to be found, and Lighthouse counts that as a fault.
    if (landing) atLeast(name, 'Lighthouse SEO', mobile.seo, 100);
    atMost(name, 'LCP', mobile.lcp / 1000, landing ? 1.8 : 2, ' s');
    atMost(name, 'FCP', mobile.fcp / 1000, 0.9, ' s');
    atMost(name, 'TBT', mobile.tbt, 120, ' ms');
    atMost(name, 'CLS, lab', mobile.cls, 0.01);
    const desktop = await lab(url, Math.min(runs, 3), 'desktop');
    atLeast(name, 'Lighthouse performance, desktop', median(desktop.performance), 100);
  }
  say('Tapping …');
  atMost('/', 'worst interaction, 4× CPU', await worstInteraction(browser, pages['/']), 100, ' ms');
  for (const control of firstTaps) {
    const took = await firstTap(browser, pages['/'], control);
    atMost('/', `first tap 0.3 s after paint: ${control.name}`, took, 100, ' ms');
  }
} finally {
  for (const end of ends.reverse()) await end();
  rmSync(dataDir, { recursive: true, force: true });
}
console.table(rows);
const missed = rows.filter(({ pass }) => !pass).length;
console.log(`${rows.length - missed} reached, ${missed} missed.`);
process.exit(missed > 0 ? 1 : 0);
