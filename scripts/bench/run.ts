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
  atLeast,
  atMost,
  atMostOver,
  compareTimes,
  computeMedian,
  type Goal,
  measureInTurns,
  type Row,
} from './table';
import { blockClicks, measureFirstTap, tapControls, type TapControl } from './taps';
import { LIMITS, measureWeight, weighMarkupAndStyles } from './weight';

const KB = 1024;
const runs = Number(process.env.RUNS ?? 5);
/** The dialog gets more visits, as most visitors open it first. */
const DIALOG_TAPS = 2 * runs;
const [, , partFilter = ''] = process.argv;
const isDeferred = process.env.HYDRATION !== 'plain';

type Figures = Awaited<ReturnType<typeof weighPage>> & Awaited<ReturnType<typeof scorePage>>;
type Goals = { [Name in keyof Figures]?: Goal<Figures[Name]> };

const SHARED_GOALS: Goals = {
  'JS over an empty Next page': atMost(LIMITS.ownScripts, ' KB'),
  'HTML and CSS, gzip': atMost(LIMITS.markup, ' KB'),
  'total bytes, cold': atMost(LIMITS.total, ' KB'),
  'requests, cold': atMost(LIMITS.requests),
  'third-party requests': atMost(0),
  'Lighthouse performance, median': atLeast(98),
  'Lighthouse performance, worst run': atLeast(97),
  'Lighthouse accessibility': atLeast(100),
  'Lighthouse best practices': atLeast(100),
  FCP: atMost(0.9, ' s'),
  'CLS, lab': atMost(0.01),
};
/** The goals of each page; a figure without a goal is not shown. */
const GOALS: Record<'/' | '/outreach', Goals> = {
  '/': {
    ...SHARED_GOALS,
    'voice bytes before intent': atMost(0),
    'Lighthouse SEO': atLeast(100),
    LCP: atMost(isDeferred ? 1.2 : 1.8, ' s'),
    TBT: atMostOver(isDeferred ? 30 : 150, 'a bare HTML file'),
    ...(isDeferred && { 'JS run before intent, gzip': atMost(LIMITS.executed, ' KB') }),
  },
  // No goal for SEO: the page has noindex, which Lighthouse counts as a fault.
  '/outreach': {
    ...SHARED_GOALS,
    LCP: atMost(2, ' s'),
    TBT: isDeferred ? atMostOver(30, 'a bare HTML file') : atMostOver(60, 'an empty Next page'),
  },
};

const rows: (Row & { page: string; benchmark?: number })[] = [];
/** Runs a part of the measurement. One that throws is a missed row, and the others go on. */
async function measurePart(page: string, what: string, measure: () => Promise<Row[]>) {
  if (!what.includes(partFilter)) return;
  const start = performance.now();
  try {
    const benchmark = await measureBenchmarkIndex(browser);
    console.log(`${page}: ${what} … (benchmark index ${benchmark})`);
    rows.push(...(await measure()).map((row) => ({ page, ...row, benchmark })));
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
  const { scriptBytes } = await measureWeight(browser, emptyApp.url);
  for (const [page, url] of [
    ['/', home],
    ['/outreach', personal],
  ] as const) {
    await measurePart(page, 'weight', async () =>
      judge(page, await weighPage(page, url, scriptBytes)),
    );
    const isOverEmptyPage = page === '/outreach' && !isDeferred;
    const reference = isOverEmptyPage ? emptyApp.url : bareFile.url;
    await measurePart(page, `Lighthouse, ${runs} × mobile`, async () =>
      judge(page, await scorePage(url, reference)),
    );
  }
  for (const control of tapControls)
    await measurePart('/', `first tap, ${control.name}`, () =>
      measureTap(control, home, `${barePage.url}/`),
    );
  await measurePart('/outreach', 'server time', async () => {
    const p95 = await measureP95AtOpenRate(personal, 50, 10);
    return [atMost(60, ' ms')('server time, p95 at an open 50 requests/s', p95)];
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

function judge(page: keyof typeof GOALS, figures: Partial<Figures>): Row[] {
  const goals = GOALS[page] as Record<string, Goal<unknown> | undefined>;
  return Object.entries(figures).flatMap(([what, figure]) => goals[what]?.(what, figure) ?? []);
}

/** Weighs a page. `frameworkBytes` are those of the scripts that an empty page loads. */
async function weighPage(page: string, url: string, frameworkBytes: number) {
  const weight = await measureWeight(browser, url);
  // The personal page loads the call on idle, which is what it is for.
  const voice = page === '/outreach' ? weight.voice : { bytes: 0, requests: 0 };
  return {
    'JS over an empty Next page': (weight.scriptBytes - voice.bytes - frameworkBytes) / KB,
    'JS run before intent, gzip': weight.executedBytes / KB,
    'HTML and CSS, gzip': (await weighMarkupAndStyles(url)) / KB,
    'total bytes, cold': (weight.totalBytes - voice.bytes) / KB,
    'requests, cold': weight.requests - voice.requests,
    'third-party requests': weight.foreignUrls.length,
    'voice bytes before intent': weight.voice.bytes,
  };
}

/** Runs Lighthouse on a page, in turns with the page that its blocking time is compared with. */
async function scorePage(url: string, referenceUrl: string) {
  const scores = await runLighthouse(url, runs, referenceUrl);
  return {
    'Lighthouse performance, median': computeMedian(scores.performance),
    'Lighthouse performance, worst run': Math.min(...scores.performance),
    'Lighthouse accessibility': scores.accessibility,
    'Lighthouse best practices': scores.bestPractices,
    'Lighthouse SEO': scores.seo,
    LCP: scores.lcp / 1000,
    FCP: scores.fcp / 1000,
    TBT: scores.tbt,
    'CLS, lab': scores.cls,
  };
}

/** Measures the first tap on a control of `/`, in turns with the same tap on the bare page. */
async function measureTap(control: TapControl, url: string, bareUrl: string): Promise<Row[]> {
  const measureTapInTurns = (visits: number, prepare?: Parameters<typeof measureFirstTap>[3]) =>
    measureInTurns(
      visits,
      () => measureFirstTap(browser, url, control, prepare),
      () => measureFirstTap(browser, bareUrl, { ...control, outcomeSelector: undefined }),
    );
  const { name } = control;
  const pair = await measureTapInTurns(name === 'dialog' ? DIALOG_TAPS : runs);
  const what = `first tap 0.3 s after paint: ${name}`;
  const tapRows = [compareTimes(what, pair)];
  if (name === 'dialog' && pair.worst)
    tapRows.push(compareTimes(`${what}, the slowest`, pair.worst));
  if (name === 'menu') {
    const planted = await measureTapInTurns(1, blockClicks(pair.reference));
    tapRows.push(compareTimes('planted: … with busy clicks', planted, true));
  }
  return tapRows;
}
