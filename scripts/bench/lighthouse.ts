import lighthouse from 'lighthouse';
import { findFreePort } from '../../local/ports';
import { openBrowser } from './browser';
import { atLeast, atMost, computeDifference, computeMedian, formatPair, type Row } from './table';

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** How often a run is repeated whose trace lacks its beginning. */
const MAX_REPEATS = 2;

/** Runs Lighthouse `runs` times, in turns with a page whose blocking time is compared. */
export async function scorePage(url: string, referenceUrl: string, runs: number): Promise<Row[]> {
  const port = await findFreePort(9300);
  const browser = await openBrowser(`--remote-debugging-port=${port}`);
  const results: Result[] = [];
  const referenceResults: Result[] = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      results.push(await runOnce(url, port));
      referenceResults.push(await runOnce(referenceUrl, port));
    }
  } finally {
    await browser.close();
  }
  const listScores = (name: string) =>
    results.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100));
  const listValues = (name: string, measured = results) =>
    measured.map(({ audits }) => audits[name]?.numericValue ?? Infinity);
  const fcp = computeMedian(listValues('first-contentful-paint')) / 1000;
  const shift = computeMedian(listValues('cumulative-layout-shift'));
  const blocked = {
    ours: listValues('total-blocking-time'),
    reference: listValues('total-blocking-time', referenceResults),
  };
  const moreBlocked = computeDifference(blocked);
  return [
    atLeast('Lighthouse performance, median', computeMedian(listScores('performance')), 100),
    atLeast('Lighthouse performance, worst run', Math.min(...listScores('performance')), 98),
    atLeast('Lighthouse accessibility', Math.min(...listScores('accessibility')), 100),
    atLeast('Lighthouse best practices', Math.min(...listScores('best-practices')), 100),
    atLeast('Lighthouse SEO', Math.min(...listScores('seo')), 100),
    atMost('FCP', fcp, 0.9, ' s'),
    atMost('CLS, lab', shift, 0.01),
    atMost('TBT', moreBlocked, 60, ' ms over a bare HTML file', formatPair(blocked)),
  ];
}

/**
 * Runs Lighthouse once. Chrome sometimes drops the first events of a trace (NO_NAVSTART); such a
 * run is repeated.
 */
async function runOnce(url: string, port: number): Promise<Result> {
  for (let repeats = 0; ; repeats += 1) {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      // The personal page is hidden; findability.spec.ts has which pages are.
      skipAudits: ['is-crawlable'],
    });
    const fault = result ? result.lhr.runtimeError : { code: '', message: 'no result' };
    if (result && !fault) return result.lhr;
    if (fault?.code !== 'NO_NAVSTART' || repeats === MAX_REPEATS)
      throw new Error(`Lighthouse could not run on ${url}: ${fault?.message}`);
    console.log(`  NO_NAVSTART on ${url}: this run is repeated`);
  }
}
