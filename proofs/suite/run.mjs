// `npm test`: installs what is missing, runs the checks side by side, and ends with a line "N passed, N failed".
// `npm test -- unit lint` runs parts of it, `npm test -- --help` lists them, `npm run test:full` runs the long forms.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../../scripts/install.mjs';
import { testPort } from '../test-site.mjs';
import { ensureBrowser } from '../browser.mjs';
import { forgetRouteTypes } from '../../scripts/build/route-types.mjs';
import { folder, listParts, summaryFile } from './parts.mjs';
import { runParts } from './schedule.mjs';

/** For all parts together, also on a machine with more cores, so that times can be compared. */
const CORES = 2;
const timesFile = '.data/test-times.json';

process.chdir(join(import.meta.dirname, '../..'));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const all = listParts(values);
const lastTime = readTimes();
if (values.help) {
  console.log(`npm test -- [part …]          some parts, or all
npm run test:full -- [part …] the same in the long form\n`);
  describe(all);
  process.exit(0);
}
const unknown = positionals.filter((name) => !all.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. "npm test -- --help" lists them.`);
  process.exit(1);
}
const parts = chosen();

ensureInstalled(process.cwd());
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
forgetRouteTypes();
await ensureBrowser();
Object.assign(process.env, {
  NEXT_TELEMETRY_DISABLED: '1',
  // One build serves every part: with the page that throws, for this address.
  TEST_FAULT_ROUTE: '1',
  ...(values.full ? { FULL: '1', CALL_RACE_RUNS: '800' } : {}),
});

await testPort();

console.log(values.full ? 'The long form:' : 'The tests:');
describe(parts);
console.log('');
const began = Date.now();
const results = await runParts(parts, {
  cores: CORES,
  folder,
  lastTime,
  tables: positionals.length > 0,
});
const seconds = (Date.now() - began) / 1000;
writeTimes();
writeFileSync(summaryFile, JSON.stringify(results));

console.table(
  results.map(({ part, passed, failed, skipped, seconds: took }) => ({
    part,
    passed,
    failed,
    skipped,
    seconds: took.toFixed(1),
  })),
);
for (const { part, missed } of results)
  for (const what of missed) console.log(`✗ ${part}: ${what}`);
const total = (/** @type {'passed' | 'failed' | 'skipped'} */ what) =>
  results.reduce((sum, result) => sum + result[what], 0);
console.log(`${seconds.toFixed(0)} s; what each part printed is in ${folder}/<part>.log`);
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';
console.log(`${total('passed')} passed, ${total('failed')} failed${skipped}`);
process.exit(total('failed') > 0 ? 1 : 0);

/** The parts that were asked for, and the build where one of them needs it. */
function chosen() {
  if (positionals.length === 0) return all.filter(({ onRequest }) => !onRequest);
  const asked = all.filter(({ name }) => positionals.includes(name));
  const builds = asked.some(({ after }) => after?.includes('build'));
  return all.filter((part) => asked.includes(part) || (builds && part.name === 'build'));
}

/** @param {import('./parts.mjs').Part[]} list */
function describe(list) {
  for (const { name, proves } of list) {
    const last = lastTime[name] ? `${Math.round(lastTime[name])} s` : 'no time yet';
    console.log(`  ${name.padEnd(16)} ${last.padStart(11)}  ${proves}`);
  }
}

/** @returns {Record<string, number>} how long each part took when it ran last, in seconds */
function readTimes() {
  const times = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {};
  return times[values.full ? 'full' : 'quick'] ?? {};
}

function writeTimes() {
  const times = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {};
  const took = Object.fromEntries(results.map(({ part, seconds: each }) => [part, each]));
  times[values.full ? 'full' : 'quick'] = { ...lastTime, ...took };
  writeFileSync(timesFile, JSON.stringify(times));
}
