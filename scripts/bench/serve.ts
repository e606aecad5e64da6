import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Processes } from '../../local/processes/processes';
import { startSite } from '../../local/site';
import { findFreePort } from '../../local/ports.mjs';
import { settingsWithoutDatabase, startNextAlone } from '../test/next-alone';
import { createBareDynamicPage } from './bare-next';
import { measureInTurns } from './compare';
import { startEmptyApp } from './empty-app';
import { addLowerLimit, addUpperLimit, addRateRatio } from './table';

const CONNECTIONS = 20;
/** One thread of autocannon is slower than the server. */
const WORKERS = 2;
const SECONDS_PER_TURN = 2;
/** Requests before the first turn; V8 needs more of them to compile the rendering of a page. */
const WARM_UP = { file: 500, page: 3_000 };
/** The server's memory must not grow in this many requests. */
const MEMORY_TEST_REQUESTS = 200_000;
const ROUNDS = 10;
const MB = 1024 * 1024;

const headers = { 'accept-encoding': 'gzip, br' };

type Options = { siteUrl: string; distDir: string; dataDir: string; runs: number };

/** Measures how fast a build is served, in turns with a bare app of the same framework. */
export async function measureServing({ siteUrl, distDir, dataDir, runs }: Options): Promise<void> {
  const processes = new Processes();
  const port = await findFreePort(3500);
  const say = (line: string) => console.log(line);
  const mode = 'production';
  const settings = settingsWithoutDatabase;
  await startSite(processes, { mode, port, siteUrl, distDir, settings, logDir: dataDir, say });
  const [pid = 0] = processes.pids;
  const site = `http://127.0.0.1:${port}`;
  const personal = `${site}/outreach?contact_name=Jana&vapi_assistant_id=demo`;
  const script = findLargestFile(distDir, '.js');
  const style = findLargestFile(distDir, '.css');
  const personalHtml = await (await fetch(personal)).text();
  const emptyApp = await startEmptyApp(dataDir, {
    ...createBareDynamicPage(personalHtml),
    'public/script.js': script.text,
    'public/style.css': style.text,
  });
  const bareUrl = emptyApp.url.replace(/\/$/, '');
  try {
    const bareDynamic = await findPageOfSameSize(
      personal,
      `${bareUrl}/dynamic?contact_name=Jana&paragraphs=`,
    );
    const compareRates = async (
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
    const landing = await compareRates(`${site}/`, `${bareUrl}/`);
    addRateRatio('/', 'requests/s', landing, 4);
    const unknown = await measureInTurns(
      runs,
      () => measureRate(`${site}/wp-login.php`, '4xx'),
      () => measureRate(`${site}/`),
    );
    addLowerLimit('404', 'requests/s', unknown.ours / unknown.reference, 0.5, ' × /');
    const scripts = await compareRates(site + script.path, `${bareUrl}/script.js`);
    addRateRatio('/', 'requests/s of the largest script', scripts, 5);
    const styles = await compareRates(site + style.path, `${bareUrl}/style.css`);
    addRateRatio('/', 'requests/s of the largest style', styles, 5);
    const rendered = await compareRates(personal, bareDynamic, { warmUp: WARM_UP.page });
    addRateRatio('/outreach', 'requests/s', rendered, 0.8);
    const nextAloneUrl = await startNextAlone(processes, { siteUrl, distDir, logDir: dataDir });
    const plantedRow = 'planted: Next alone on the same build';
    addRateRatio(
      '/',
      plantedRow,
      await compareRates(`${nextAloneUrl}/`, `${bareUrl}/`, { visits: 1 }),
      4,
      true,
    );
    const nextAloneScript = await compareRates(nextAloneUrl + script.path, `${bareUrl}/script.js`, {
      visits: 1,
    });
    addRateRatio('/', `${plantedRow}, the script`, nextAloneScript, 5, true);

    const halfRate = Math.floor(landing.ours / 2);
    const { latency } = await sendLoad(`${site}/`, { overallRate: halfRate });
    addUpperLimit('/', `p99 at ${halfRate} requests/s`, latency.p99, 30, ' ms');

    await sendLoad(`${site}/`, { amount: MEMORY_TEST_REQUESTS / ROUNDS });
    const samples: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await sendLoad(`${site}/`, { amount: MEMORY_TEST_REQUESTS / ROUNDS });
      samples.push(readResidentBytes(pid));
    }
    // Garbage comes in waves, so the lowest of several samples counts.
    const [before, after] = [samples.slice(0, ROUNDS / 2), samples.slice(ROUNDS / 2)];
    const growthMb = (Math.min(...after) - Math.min(...before)) / MB;
    addUpperLimit(
      '/',
      `memory grown in ${MEMORY_TEST_REQUESTS.toLocaleString('en')} requests`,
      growthMb,
      10,
      ' MB',
    );
  } finally {
    await emptyApp.stop();
    await processes.stop();
  }
}

const sendLoad = (url: string, options: Partial<autocannon.Options>) =>
  autocannon({ url, connections: CONNECTIONS, workers: WORKERS, headers, ...options });

/** Measures requests per second. Throws unless all are answered with a status of this kind. */
async function measureRate(url: string, statuses: '2xx' | '4xx' = '2xx'): Promise<number> {
  const result = await sendLoad(url, { duration: SECONDS_PER_TURN });
  const { requests, errors } = result;
  const wrong = result['2xx'] + result.non2xx - result[statuses];
  if (wrong + errors > 0) throw new Error(`${url}: ${wrong} wrong answers, ${errors} broken.`);
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

/** Finds the largest script or style of a build: the framework, or the page's stylesheet. */
function findLargestFile(distDir: string, extension: string): { path: string; text: string } {
  const folder = join(distDir, 'static', 'chunks');
  const files = readdirSync(folder).filter((name) => name.endsWith(extension));
  const texts = files.map((name) => ({
    path: `/_next/static/chunks/${name}`,
    text: readFileSync(join(folder, name), 'utf8'),
  }));
  const [first] = texts.sort((a, b) => b.text.length - a.text.length);
  if (!first) throw new Error(`There is no ${extension} in ${folder}.`);
  return first;
}

function readResidentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
