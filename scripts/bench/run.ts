// `npm run measure`: the weight and the speed of the site, built for tests, as one table. RUNS (5)
// sets how often Lighthouse runs and a visit is made. `npm run measure -- tap` measures the groups
// with that word in their names. With CI set, rows that need a quiet machine are only shown.
import { writeFileSync } from 'node:fs';
import { MANY_CALLS } from '../test/test-site';
import { startTestStack } from '../test/test-stack';
import { serveBareFile } from './bare-pages';
import { measurePaint, openBrowser } from './browser';
import { measureCalls } from './call';
import { scorePage } from './lighthouse';
import { measureServerTime, measureServing } from './serve';
import { atMost, formatRow, type Row } from './table';
import { measureTap, plantTapFaults, startControl, tapControls } from './taps';
import { weighPages } from './weight';

type Group = [name: string, measure: () => Promise<Row[]>];

const { RUNS = 5, CI } = process.env;
const runs = Number(RUNS);
if (!(runs >= 1)) throw new Error('RUNS is the number of visits, 1 or more.');

async function main(filter = '') {
  Object.assign(process.env, MANY_CALLS);
  const browser = await openBrowser();
  const { settings, dataDir, stop } = await startTestStack('measure');
  const bareFile = await serveBareFile();
  const siteUrl = settings.SITE_URL;
  const landing = `${siteUrl}/`;
  const personal = `${siteUrl}/outreach?contact_name=Jana&vapi_assistant_id=demo-cs`;
  const groups: Group[] = [
    ['weight', () => weighPages(browser, { landing, personal }, dataDir)],
    ['Lighthouse of /', () => scorePage(landing, runs)],
    ['Lighthouse of /outreach', () => scorePage(personal, runs)],
    ['LCP of /', () => measurePaint(browser, landing, bareFile.url, runs)],
    ['LCP of /outreach', () => measurePaint(browser, personal, bareFile.url, runs)],
    ...tapControls.map((control): Group => {
      return [`tap on ${control.name}`, () => measureTap(browser, control, landing, runs)];
    }),
    ['tap on Start of /outreach', () => measureTap(browser, startControl, personal, runs)],
    ['planted faults of a tap', () => plantTapFaults(browser, landing)],
    ['server time of /outreach', () => measureServerTime(personal)],
    ['serving', () => measureServing(siteUrl, dataDir, runs)],
    ['call', () => measureCalls(browser, siteUrl, runs)],
  ];
  try {
    const rows = [];
    for (const group of groups)
      if (group[0].includes(filter)) rows.push(...(await measureGroup(group)));
    return rows;
  } finally {
    bareFile.stop();
    await browser.close();
    await stop();
  }
}

/** A group that throws is a missed row, and the others go on. */
async function measureGroup([group, measure]: Group) {
  const start = performance.now();
  try {
    console.log(`${group} …`);
    return (await measure()).map((row) => ({ group, ...row }));
  } catch (error) {
    console.error(error);
    return [{ group, ...atMost({ name: 'errors', value: 1, goal: 0 }) }];
  } finally {
    console.log(`  took ${Math.round((performance.now() - start) / 1000)} s`);
  }
}

const rows = await main(process.argv[2]);
if (rows.length === 0)
  throw new Error('No group has this in its name. Run without an argument to see all groups.');
console.table(rows.map(({ group, ...row }) => ({ group, ...formatRow(row) })));
const date = new Date().toISOString();
// JSON has no Infinity, which lost visits have.
const keepInfinity = (_: string, value: unknown) => (value === Infinity ? 'Infinity' : value);
writeFileSync('.data/figures.json', JSON.stringify({ date, runs, rows }, keepInfinity, 2));
const missed = rows.filter(({ pass }) => !pass);
const failed = missed.filter(({ needsQuiet }) => !(CI && needsQuiet));
const shown = missed.length - failed.length;
console.log(
  `${rows.length - missed.length} reached, ${failed.length} missed, ${shown} only shown.`,
);
process.exit(failed.length > 0 ? 1 : 0);
