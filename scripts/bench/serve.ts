import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Processes } from '../../local/processes';
import { startSite } from '../../local/site';
import { findFreePort } from '../../local/ports';
import { settingsWithoutDatabase, startNextAlone } from '../test/next-alone';
import { atMost, comparePair, measureInTurns, type Pair, type Row } from './table';

const CONNECTIONS = 20;
/** One thread of autocannon is slower than the server. */
const WORKERS = 2;
const SECONDS_PER_TURN = 2;
/** Requests before the first turn; V8 needs more of them to compile the rendering of a page. */
const WARM_UP = { file: 500, page: 3_000 };

const headers = { 'accept-encoding': 'gzip, br' };

type Options = { siteUrl: string; distDir: string; dataDir: string; bareUrl: string; runs: number };

/** Measures how fast a build is served, in turns with the empty app at `bareUrl`. */
export async function measureServing({ siteUrl, distDir, dataDir, bareUrl, runs }: Options) {
  const processes = new Processes();
  const port = await findFreePort(3500);
  const settings = settingsWithoutDatabase;
  await startSite(processes, { port, siteUrl, distDir, settings, logDir: dataDir });
  const site = `http://127.0.0.1:${port}`;
  const personal = `${site}/outreach?contact_name=Jana&vapi_assistant_id=demo`;
  const script = findLargestScript(distDir);
  try {
    const bareDynamic = await findPageOfSameSize(
      personal,
      `${bareUrl}/dynamic?contact_name=Jana&paragraphs=`,
    );
    const measureRates = async (
      ourUrl: string,
      referenceUrl: string,
      { visits = runs, warmUp = WARM_UP.file } = {},
    ) => {
      for (const url of [ourUrl, referenceUrl]) await sendLoad(url, { amount: warmUp });
      return measureInTurns(
        visits,
        () => measureRate(ourUrl),
        () => measureRate(referenceUrl),
      );
    };
    const landing = await measureRates(`${site}/`, `${bareUrl}/`);
    const scripts = await measureRates(site + script.path, `${bareUrl}/script.js`);
    const rendered = await measureRates(personal, bareDynamic, { warmUp: WARM_UP.page });
    const nextAloneUrl = await startNextAlone(processes, { siteUrl, distDir, logDir: dataDir });
    const alone = await measureRates(`${nextAloneUrl}/`, `${bareUrl}/`, { visits: 1 });
    return [
      compareRates('requests/s', landing, 5),
      compareRates('requests/s of the largest script', scripts, 5),
      compareRates('requests/s of /outreach', rendered, 0.68),
      compareRates('planted: Next alone on the same build', alone, 5, true),
    ];
  } finally {
    await processes.stop();
  }
}

const compareRates = (what: string, pair: Pair, minimumRatio: number, isPlanted = false) =>
  comparePair(
    what,
    pair,
    `≥ ${minimumRatio} × bare Next page`,
    pair.ours >= minimumRatio * pair.reference,
    { isPlanted, unit: ' requests/s' },
  );

const sendLoad = (url: string, options: Partial<autocannon.Options>) =>
  autocannon({ url, connections: CONNECTIONS, workers: WORKERS, headers, ...options });

/** Measures requests per second. Throws unless all are answered with success. */
async function measureRate(url: string): Promise<number> {
  const { requests, errors, non2xx } = await sendLoad(url, { duration: SECONDS_PER_TURN });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} wrong answers, ${errors} broken.`);
  return requests.average;
}

/** Finds the first bare page that sends as many bytes, headers included, as `url`. */
async function findPageOfSameSize(url: string, barePageUrl: string): Promise<string> {
  const wanted = await countBytesSent(url);
  let paragraphs = 1;
  while ((await countBytesSent(barePageUrl + paragraphs)) < wanted) paragraphs += 1;
  return barePageUrl + paragraphs;
}

function countBytesSent(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.socket.bytesRead));
    }).on('error', reject);
  });
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
  return [atMost(60, ' ms')(`server time, p95 at an open ${perSecond} requests/s`, p95)];
}
