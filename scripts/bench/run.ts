// `npm run measure`: the speed of the production build, as one table. RUNS (5) sets how often
// Lighthouse runs and a visit is made. `npm run measure -- tap` measures the parts with that word
// in their names. The figures are meaningful only on a quiet machine.
import { writeFileSync } from 'node:fs';
import { MANY_CALLS } from '../test/test-site';
import { startTestStack } from '../test/test-stack';
import { serveBareFile } from './bare-pages';
import { measurePaint, openBrowser } from './browser';
import { measureCalls } from './call';
import { scorePage } from './lighthouse';
import { measureServerTime, measureServing } from './serve';
import type { Row } from './table';
import { measureTap, startControl, tapControls } from './taps';
import { weighPages } from './weight';

type Part = [name: string, measure: () => Promise<Row[]>];

async function main(filter = '') {
  Object.assign(process.env, MANY_CALLS);
  const runs = Number(process.env.RUNS ?? 5);
  const browser = await openBrowser();
  const { settings, dataDir, stop } = await startTestStack('measure');
  const bareFile = await serveBareFile();
  const siteUrl = settings.SITE_URL;
  const landing = `${siteUrl}/`;
  const personal = `${siteUrl}/outreach?contact_name=Jana&vapi_assistant_id=demo-cs`;
  const parts: Part[] = [
    ['weight', () => weighPages(browser, [landing, personal], dataDir)],
    ['Lighthouse of /', () => scorePage(landing, bareFile.url, runs)],
    ['Lighthouse of /outreach', () => scorePage(personal, bareFile.url, runs)],
    ['LCP of /', () => measurePaint(browser, landing, bareFile.url, runs)],
    ['LCP of /outreach', () => measurePaint(browser, personal, bareFile.url, runs)],
    ...tapControls.map((control): Part => {
      return [`tap on ${control.name}`, () => measureTap(browser, control, landing, runs)];
    }),
    ['tap on Start of /outreach', () => measureTap(browser, startControl, personal, runs)],
    ['server time of /outreach', () => measureServerTime(personal)],
    ['serving', () => measureServing(siteUrl, dataDir, runs)],
    ['call', () => measureCalls(browser, siteUrl)],
  ];
  try {
    const rows = [];
    for (const part of parts) if (part[0].includes(filter)) rows.push(...(await measurePart(part)));
    return rows;
  } finally {
    bareFile.stop();
    await stop();
    await browser.close();
  }
}

/** A part that throws is a missed row, and the others go on. */
async function measurePart([part, measure]: Part) {
  const start = performance.now();
  try {
    console.log(`${part} …`);
    return (await measure()).map((row) => ({ part, ...row }));
  } catch (error) {
    console.error(error);
    return [
      { part, what: 'all', goal: 'to be measured', measured: 'failed', absolute: '', pass: false },
    ];
  } finally {
    console.log(`  took ${Math.round((performance.now() - start) / 1000)} s`);
  }
}

const rows = await main(process.argv[2]);
if (rows.length === 0)
  throw new Error('No part has this in its name. Run without an argument to see all parts.');
console.table(rows);
writeFileSync('.data/figures.json', JSON.stringify(rows, null, 2));
const missed = rows.filter(({ pass }) => !pass).length;
console.log(`${rows.length - missed} reached, ${missed} missed.`);
process.exit(missed > 0 ? 1 : 0);
