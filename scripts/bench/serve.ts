import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Processes } from '../../local/processes';
import { startNextAlone } from '../test/next-alone';
import { TEST_DIST_DIR } from '../test/test-site';
import { atLeast, atMost, computeRatio, formatPair, measureInTurns, type Row } from './table';

const SECONDS_PER_TURN = 2;
const WARM_UP_REQUESTS = 500;

/** Measures how fast the site is served, in turns with Next alone on the same build. */
export async function measureServing(
  siteUrl: string,
  logDir: string,
  runs: number,
): Promise<Row[]> {
  const processes = new Processes();
  try {
    const options = { siteUrl, distDir: TEST_DIST_DIR, logDir };
    const nextUrl = await startNextAlone(processes, options);
    for (const url of [siteUrl, nextUrl]) await sendLoad(url, { amount: WARM_UP_REQUESTS });
    const rates = await measureInTurns(
      runs,
      () => measureRate(siteUrl),
      () => measureRate(nextUrl),
    );
    return [
      atLeast({
        name: 'requests/s of /',
        value: computeRatio(rates),
        goal: 10,
        unit: ' × Next alone',
        detail: formatPair(rates, ' requests/s'),
        needsQuiet: true,
      }),
    ];
  } finally {
    await processes.stop();
  }
}

/** With two workers, as one thread of autocannon is slower than the server. */
const sendLoad = (url: string, options: Partial<autocannon.Options>) =>
  autocannon({
    url,
    connections: 20,
    workers: 2,
    headers: { 'accept-encoding': 'gzip, br' },
    ...options,
  });

/** Measures requests per second. Throws unless all are answered with success. */
async function measureRate(url: string): Promise<number> {
  const { requests, errors, non2xx } = await sendLoad(url, { duration: SECONDS_PER_TURN });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} wrong answers, ${errors} broken.`);
  return requests.average;
}

/**
 * Requests a page at an open rate: each request is sent on time, even if others are unanswered.
 * Measures from its due time to the end of its answer. Throws when one is not 200.
 */
export async function measureServerTime(url: string): Promise<Row[]> {
  const [perSecond, seconds] = [50, 10];
  await Promise.all(Array.from({ length: 20 }, async () => (await fetch(url)).text()));
  const start = performance.now() + 100;
  const requests = Array.from({ length: perSecond * seconds }, async (_, index) => {
    const dueAt = start + (index * 1000) / perSecond;
    await sleep(dueAt - performance.now());
    const response = await fetch(url);
    await response.text();
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`);
    return performance.now() - dueAt;
  });
  const times = (await Promise.all(requests)).sort((a, b) => a - b);
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Infinity;
  return [
    atMost({
      name: `server time, p95 at an open ${perSecond} requests/s`,
      value: p95,
      goal: 60,
      unit: ' ms',
      needsQuiet: true,
    }),
  ];
}
