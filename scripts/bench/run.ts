// `npm run measure`: the speed of the production build, as one table. RUNS (5) sets how often
// Lighthouse runs and a visit is made. `npm run measure -- tap` measures the parts with that word
// in their names, `npm run measure -- call` a call. The figures are meaningful only on a quiet
// machine.
import { writeFileSync } from 'node:fs';
import { MANY_CALLS, TEST_DIST_DIR } from '../test/test-site';
import { startTestStack } from '../test/test-stack';
import { serveBareFile, startBarePage } from './bare-pages';
import { measurePaint, openBrowser } from './browser';
import { measureCalls } from './call';
import { createDynamicPage, startEmptyApp } from './empty-app';
import { scorePage } from './lighthouse';
import { findLargestScript, measureServerTime, measureServing } from './serve';
import { atLeast, atMost, type Pair, type Row, showOnly } from './table';
import { measureTap, tapControls } from './taps';
import { KB, MAX_MARKUP_BYTES, MAX_OWN_SCRIPT_BYTES, weighPage } from './weight';

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
type Sites = Awaited<ReturnType<typeof startSites>>;

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
  const parts = listParts(await startSites());
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

/** Starts the site and what it is compared with. */
async function startSites() {
  const { settings, dataDir, stop } = await startTestStack('measure');
  cleanups.push(stop);
  const siteUrl = settings.SITE_URL;
  const urls = {
    '/': `${siteUrl}/`,
    '/outreach': `${siteUrl}/outreach?contact_name=Jana&vapi_assistant_id=demo-cs`,
  };
  const barePage = await startBarePage(siteUrl);
  const bareFile = await serveBareFile();
  const emptyApp = await startEmptyApp(dataDir, {
    ...createDynamicPage(await (await fetch(urls['/outreach'])).text()),
    'public/script.js': findLargestScript(TEST_DIST_DIR).text,
  });
  cleanups.push(barePage.stop, bareFile.stop, emptyApp.stop);
  return { siteUrl, dataDir, urls, bare: barePage.url, file: bareFile.url, empty: emptyApp.url };
}

function listParts({ siteUrl, dataDir, urls, bare, file, empty }: Sites): Part[] {
  const bothPages = (['/', '/outreach'] as const).flatMap((page): Part[] => {
    const url = urls[page];
    return [
      {
        page,
        what: 'weight',
        measure: async () => judge(page, await weighPage(browser, url, `${empty}/`)),
      },
      {
        page,
        what: `Lighthouse, ${runs} × mobile`,
        measure: async () => judge(page, await scorePage(url, runs, file)),
      },
      {
        page,
        what: 'LCP, real throttling',
        measure: () => measurePaint(browser, url, file, runs),
      },
    ];
  });
  const taps = tapControls.map((control): Part => ({
    page: '/',
    what: `first tap, ${control.name}`,
    measure: () => measureTap(browser, control, urls['/'], `${bare}/`, runs),
  }));
  const serving = { siteUrl, distDir: TEST_DIST_DIR, dataDir, bareUrl: empty, runs };
  return [
    ...bothPages,
    ...taps,
    { page: '/outreach', what: 'server time', measure: () => measureServerTime(urls['/outreach']) },
    { page: '/', what: 'serve', measure: () => measureServing(serving) },
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
