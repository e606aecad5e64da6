import lighthouse from 'lighthouse';
import { findFreePort } from '../../local/ports';
import { openBrowser } from './browser';
import { atLeast, atMost, computeMedian, formatRange, type Row } from './table';

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** How often a run is repeated whose trace lacks its beginning. */
const MAX_REPEATS = 2;

/** Runs Lighthouse for a phone. */
export async function scorePage(url: string, runs: number): Promise<Row[]> {
  const port = await findFreePort(9300);
  const browser = await openBrowser(`--remote-debugging-port=${port}`);
  const results: Result[] = [];
  try {
    for (let run = 0; run < runs; run += 1) results.push(await runOnce(url, port));
  } finally {
    await browser.close();
  }
  const listScores = (category: string) =>
    results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
  const listValues = (audit: string) =>
    results.map(({ audits }) => audits[audit]?.numericValue ?? Infinity);
  const performance = listScores('performance');
  const audits = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'];
  const times = audits.map((audit) => formatRange(listValues(audit))).join(', ');
  const indexes = results.map(({ environment }) => environment.benchmarkIndex);
  const judgeScore = (category: string) => {
    const value = Math.min(...listScores(category));
    const refs = results.flatMap(({ categories }) => categories[category]?.auditRefs ?? []);
    const isMissed = ({ id }: { id: string }) =>
      results.some(({ audits }) => (audits[id]?.score ?? 1) < 1);
    const detail = [...new Set(refs.filter(isMissed).map(({ id }) => id))].join(', ');
    return atLeast({ name: `Lighthouse ${category}, worst`, value, goal: 100, detail });
  };
  return [
    atLeast({
      name: 'Lighthouse performance, median',
      value: computeMedian(performance),
      goal: 100,
      detail: `simulated FCP, LCP, TBT: ${times} ms; benchmark index ${formatRange(indexes)}`,
      needsQuiet: true,
    }),
    atLeast({
      name: 'Lighthouse performance, worst',
      value: Math.min(...performance),
      goal: 98,
      needsQuiet: true,
    }),
    judgeScore('accessibility'),
    judgeScore('best-practices'),
    judgeScore('seo'),
    atMost({
      name: 'CLS, worst',
      value: Math.max(...listValues('cumulative-layout-shift')),
      goal: 0.01,
    }),
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
