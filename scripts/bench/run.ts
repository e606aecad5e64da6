// `npm run measure`: the speed of the production build, as one table. RUNS (5) sets how often
// Lighthouse runs and a visit is made. `npm run measure -- tap` measures the parts with that word
// in their names, `npm run measure -- call` a call. The figures are meaningful only on a quiet
// machine.
import { writeFileSync } from 'node:fs';
import { MANY_CALLS, TEST_DIST_DIR } from '../test/test-site';
import { startTestStack } from '../test/test-stack';
import { serveBareFile, startBarePage } from './bare-pages';
import { measureLargestPaint, openBrowser } from './browser';
import { measureCalls } from './call';
import { createDynamicPage, startEmptyApp } from './empty-app';
import { scorePage } from './lighthouse';
import { findLargestScript, measureP95AtOpenRate, measureServing } from './serve';
import {
  atLeast,
  atMost,
  formatPair,
  measureInTurns,
  type Pair,
  type Row,
  showOnly,
} from './table';
import { measureTap, tapControls } from './taps';
import { KB, MAX_MARKUP_BYTES, MAX_OWN_SCRIPT_BYTES, measureWeight, weighPage } from './weight';

type Figure = keyof (Awaited<ReturnType<typeof weighPage>> & Awaited<ReturnType<typeof scorePage>>);
type Goals = Partial<Record<Figure, ReturnType<typeof atMost>>>;

const SHARED_GOALS: Goals = {
  'total bytes, cold': atMost(240, ' KB'),
  'requests, cold': atMost(13),
  'third-party requests': atMost(0),
  'Lighthouse performance, median': atLeast(100),
  'Lighthouse performance, worst run': atLeast(98),
  'Lighthouse accessibility': atLeast(100),
  'Lighthouse best practices': atLeast(100),
  FCP: atMost(0.9, ' s'),
  'CLS, lab': atMost(0.01),
  // The real one is measured with real throttling.
  'LCP, simulated by Lighthouse': showOnly(' s'),
  TBT: atMost(60, ' ms over a bare HTML file'),
};
/** The goals of each page; a figure that is not named is not shown. */
const GOALS = {
  '/': {
    ...SHARED_GOALS,
    'voice bytes before intent': atMost(0),
    'Lighthouse SEO': atLeast(100),
  },
  // No goal for SEO: the page has noindex, which Lighthouse counts as a fault.
  '/outreach': {
    ...SHARED_GOALS,
    // weight.spec.ts has those of the landing page.
    'JS over an empty Next page': atMost(MAX_OWN_SCRIPT_BYTES / KB, ' KB'),
    'HTML and CSS, gzip': atMost(MAX_MARKUP_BYTES / KB, ' KB'),
  },
} satisfies Record<string, Goals>;

type MeasuredPage = keyof typeof GOALS;

/** Compares a page's figures with its goals. */
function judge(page: MeasuredPage, figures: Record<string, number | Pair>): Row[] {
  const goals: Record<string, ReturnType<typeof atMost> | undefined> = GOALS[page];
  return Object.entries(figures).flatMap(([what, figure]) => goals[what]?.(what, figure) ?? []);
}

interface Part {
  page: MeasuredPage;
  what: string;
  measure: () => Promise<Row[]>;
}

Object.assign(process.env, MANY_CALLS);
const [, , filter = ''] = process.argv;
const runs = Number(process.env.RUNS ?? 5);
const browser = await openBrowser();
const cleanups: (() => unknown)[] = [() => browser.close()];
const rows: (Row & { page: string })[] = [];
try {
  const parts = await listParts();
  const named = parts.filter(({ what }) => what === filter);
  for (const part of named.length > 0 ? named : parts.filter(({ what }) => what.includes(filter)))
    rows.push(...(await measurePart(part)));
} finally {
  for (const cleanUp of cleanups.reverse()) await cleanUp();
}
if (rows.length === 0) {
  throw new Error(`No part matches “${filter}”. Run without an argument to see all parts.`);
}
console.table(rows);
writeFileSync('.data/figures.json', JSON.stringify(rows, null, 2));
const missed = rows.filter(({ pass }) => !pass).length;
console.log(`${rows.length - missed} reached, ${missed} missed.`);
process.exit(missed > 0 ? 1 : 0);

/** Starts the site and what it is compared with, and lists the parts of the measurement. */
async function listParts(): Promise<Part[]> {
  const stack = await startTestStack('measure');
  cleanups.push(stack.stop);
  const { dataDir } = stack;
  const { SITE_URL: siteUrl } = stack.settings;
  const home = `${siteUrl}/`;
  const personal = `${siteUrl}/outreach?contact_name=Jana&vapi_assistant_id=demo-cs`;
  const barePage = await startBarePage(siteUrl);
  const bareFile = await serveBareFile();
  const emptyApp = await startEmptyApp(dataDir, {
    ...createDynamicPage(await (await fetch(personal)).text()),
    'public/script.js': findLargestScript(TEST_DIST_DIR).text,
  });
  cleanups.push(barePage.stop, bareFile.stop, emptyApp.stop);
  const { scriptBytes } = await measureWeight(browser, `${emptyApp.url}/`);
  const listPageParts = (page: MeasuredPage, url: string, reference: string): Part[] => [
    {
      page,
      what: 'weight',
      measure: async () => judge(page, await weighPage(browser, page, url, scriptBytes)),
    },
    {
      page,
      what: `Lighthouse, ${runs} × mobile`,
      measure: async () => judge(page, await scorePage(url, runs, reference)),
    },
    {
      page,
      what: 'LCP, real throttling',
      measure: async () => {
        const visit = (address: string) => () => measureLargestPaint(browser, address);
        const pair = await measureInTurns(runs, visit(url), visit(reference));
        const row = atMost(0.75, ' s')('LCP, measured on slow 4G and 4× CPU', pair.ours / 1000);
        return [{ ...row, absolute: `${formatPair(pair)} (a bare HTML file)` }];
      },
    },
  ];
  return [
    ...listPageParts('/', home, bareFile.url),
    ...listPageParts('/outreach', personal, bareFile.url),
    ...tapControls.map((control): Part => ({
      page: '/',
      what: `first tap, ${control.name}`,
      measure: () => measureTap(browser, control, home, `${barePage.url}/`, runs),
    })),
    {
      page: '/outreach',
      what: 'server time',
      measure: async () => {
        const p95 = await measureP95AtOpenRate(personal, 50, 10);
        return [atMost(60, ' ms')('server time, p95 at an open 50 requests/s', p95)];
      },
    },
    {
      page: '/',
      what: 'serve',
      measure: () =>
        measureServing({ siteUrl, distDir: TEST_DIST_DIR, dataDir, bareUrl: emptyApp.url, runs }),
    },
    { page: '/', what: 'call', measure: () => measureCalls(browser, siteUrl) },
  ];
}

/** Runs a part of the measurement. One that throws is a missed row, and the others go on. */
async function measurePart({ page, what, measure }: Part): Promise<typeof rows> {
  const start = performance.now();
  try {
    console.log(`${page}: ${what} …`);
    return (await measure()).map((row) => ({ page, ...row }));
  } catch (error) {
    console.error(error);
    return [{ page, what, goal: 'to be measured', measured: 'failed', pass: false }];
  } finally {
    console.log(`  took ${Math.round((performance.now() - start) / 1000)} s`);
  }
}
