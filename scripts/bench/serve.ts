import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Processes } from '../../local/processes';
import { startNextAlone } from '../test/next-alone';
import { comparePair, measureInTurns } from './table';

const CONNECTIONS = 20;
/** One thread of autocannon is slower than the server. */
const WORKERS = 2;
const SECONDS_PER_TURN = 2;
/** Before the first turn, so that V8 has compiled what serves them. */
const WARM_UP_REQUESTS = 500;
/** How many times as fast as a bare Next page. */
const MIN_RATIO = 5;

type Options = { siteUrl: string; distDir: string; dataDir: string; bareUrl: string; runs: number };

/** Measures how fast a build is served, in turns with the empty app at `bareUrl`. */
export async function measureServing({ siteUrl, distDir, dataDir, bareUrl, runs }: Options) {
  const compareRates = async (
    what: string,
    ourUrl: string,
    referenceUrl: string,
    { visits = runs, isPlanted = false } = {},
  ) => {
    for (const url of [ourUrl, referenceUrl]) await sendLoad(url, { amount: WARM_UP_REQUESTS });
    const pair = await measureInTurns(
      visits,
      () => measureRate(ourUrl),
      () => measureRate(referenceUrl),
    );
    const isReached = pair.ours >= MIN_RATIO * pair.reference;
    const goal = `≥ ${MIN_RATIO} × bare Next page`;
    return comparePair(what, pair, goal, isReached, { isPlanted, unit: ' requests/s' });
  };
  const processes = new Processes();
  const script = findLargestScript(distDir).path;
  try {
    const alone = await startNextAlone(processes, { siteUrl, distDir, logDir: dataDir });
    return [
      await compareRates('requests/s', `${siteUrl}/`, `${bareUrl}/`),
      await compareRates(
        'requests/s of the largest script',
        siteUrl + script,
        `${bareUrl}/script.js`,
      ),
      await compareRates('planted: Next alone on the same build', `${alone}/`, `${bareUrl}/`, {
        visits: 1,
        isPlanted: true,
      }),
    ];
  } finally {
    await processes.stop();
  }
}

const sendLoad = (url: string, options: Partial<autocannon.Options>) =>
  autocannon({
    url,
    connections: CONNECTIONS,
    workers: WORKERS,
    headers: { 'accept-encoding': 'gzip, br' },
    ...options,
  });

/** Measures requests per second. Throws unless all are answered with success. */
async function measureRate(url: string): Promise<number> {
  const { requests, errors, non2xx } = await sendLoad(url, { duration: SECONDS_PER_TURN });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} wrong answers, ${errors} broken.`);
  return requests.average;
}

/** Finds the largest script of a build, the framework. */
export function findLargestScript(distDir: string): { path: string; text: string } {
  const folder = join(distDir, 'static', 'chunks');
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({
      path: `/_next/static/chunks/${name}`,
      text: readFileSync(join(folder, name), 'utf8'),
    }));
  const [first] = scripts.sort((a, b) => b.text.length - a.text.length);
  if (!first) throw new Error(`There is no script in ${folder}.`);
  return first;
}

/**
 * Requests a page at an open rate: each request is sent on time, even if others are unanswered.
 *
 * @returns the 95th percentile of the ms from a request's due time to the end of its answer
 * @throws when an answer is not 200
 */
export async function measureP95AtOpenRate(url: string, perSecond: number, seconds: number) {
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
  return times[Math.ceil(times.length * 0.95) - 1] ?? Infinity;
}
