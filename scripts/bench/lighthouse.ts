import lighthouse from 'lighthouse';
import { findFreePort } from '../../local/ports';
import { openBrowser } from './browser';
import { computeMedian, computeMedians } from './table';

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** How often a run is repeated whose trace lacks its beginning. */
const MAX_REPEATS = 2;

/**
 * Runs Lighthouse with its own defaults.
 *
 * @param runs how often
 * @param referenceUrl a page that is measured in turns, and whose blocking time is compared
 * @returns scores from 0 to 100, times in seconds (TBT in ms); medians unless the name differs
 */
export async function scorePage(url: string, runs: number, referenceUrl: string) {
  const port = await findFreePort(9300);
  const browser = await openBrowser(port);
  try {
    const results: Result[] = [];
    const referenceResults: Result[] = [];
    for (let run = 0; run < runs; run += 1) {
      results.push(await runOnce(url, port));
      referenceResults.push(await runOnce(referenceUrl, port));
    }
    const listScores = (name: string) =>
      results.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100));
    const listValues = (name: string, measuredResults = results) =>
      measuredResults.map(({ audits }) => audits[name]?.numericValue ?? Infinity);
    const computeMedianValue = (name: string) => computeMedian(listValues(name));
    const performance = listScores('performance');
    return {
      'Lighthouse performance, median': computeMedian(performance),
      'Lighthouse performance, worst run': Math.min(...performance),
      'Lighthouse accessibility': Math.min(...listScores('accessibility')),
      'Lighthouse best practices': Math.min(...listScores('best-practices')),
      'Lighthouse SEO': Math.min(...listScores('seo')),
      'LCP, simulated by Lighthouse': computeMedianValue('largest-contentful-paint') / 1000,
      FCP: computeMedianValue('first-contentful-paint') / 1000,
      TBT: computeMedians(
        listValues('total-blocking-time'),
        listValues('total-blocking-time', referenceResults),
      ),
      'CLS, lab': computeMedianValue('cumulative-layout-shift'),
    };
  } finally {
    await browser.close();
  }
}

/**
 * Runs Lighthouse once. Chrome sometimes drops the first events of a trace (NO_NAVSTART); such a
 * run is repeated.
 */
async function runOnce(url: string, port: number): Promise<Result> {
  for (let repeats = 0; ; repeats += 1) {
    const result = await lighthouse(url, { port, logLevel: 'error' });
    const fault = result ? result.lhr.runtimeError : { code: '', message: 'no result' };
    if (result && !fault) return result.lhr;
    if (fault?.code !== 'NO_NAVSTART' || repeats === MAX_REPEATS)
      throw new Error(`Lighthouse could not run on ${url}: ${fault?.message}`);
    console.log(`  NO_NAVSTART on ${url}: this run is repeated`);
  }
}
