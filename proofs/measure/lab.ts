import lighthouse, { desktopConfig } from 'lighthouse';
import { freePort } from '../../local/ports.mjs';
import { openBrowser } from './browser';
import { median, type Pair } from './compare';

interface Lab {
  performance: number[];
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcp: number;
  fcp: number;
  /** Beside that of the other page, when there is one. */
  tbt: Pair;
  cls: number;
  /** Lighthouse's own measure of how fast the machine is; the higher, the faster. */
  benchmark: number;
}

type Config = Parameters<typeof lighthouse>[2];
type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/**
 * Lighthouse with its own defaults, `runs` times; scores in hundredths, times in milliseconds, medians.
 *
 * @param base a page whose blocking time is measured in turns with this one's; without it that is `NaN`
 */
export async function lab(
  url: string,
  runs: number,
  form: 'mobile' | 'desktop',
  base?: string,
): Promise<Lab> {
  const port = await freePort(9300);
  const browser = await openBrowser(port);
  try {
    const config = form === 'desktop' ? desktopConfig : undefined;
    const results: Result[] = [];
    const beside: Result[] = [];
    for (let run = 0; run < runs; run += 1) {
      results.push(await runOn(url, port, config));
      if (base) beside.push(await runOn(base, port, config));
    }
    const score = (name: string) =>
      results.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100));
    const value = (name: string, of = results) =>
      median(of.map(({ audits }) => audits[name]?.numericValue ?? Infinity));
    return {
      performance: score('performance'),
      accessibility: Math.min(...score('accessibility')),
      bestPractices: Math.min(...score('best-practices')),
      seo: Math.min(...score('seo')),
      lcp: value('largest-contentful-paint'),
      fcp: value('first-contentful-paint'),
      tbt: {
        ours: value('total-blocking-time'),
        base: value('total-blocking-time', beside),
      },
      cls: value('cumulative-layout-shift'),
      benchmark: median(results.map(({ environment }) => environment.benchmarkIndex)),
    };
  } finally {
    await browser.close();
  }
}

async function runOn(url: string, port: number, config?: Config): Promise<Result> {
  const result = await lighthouse(url, { port, logLevel: 'error' }, config);
  const fault = result ? result.lhr.runtimeError : { message: 'no result' };
  if (!result || fault) throw new Error(`Lighthouse could not run on ${url}: ${fault?.message}`);
  return result.lhr;
}
