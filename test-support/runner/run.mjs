// `npm test`: installs what is missing, runs the checks, and ends with a line "N passed, N failed".
// `npm test -- unit lint` runs parts of it, `npm test -- --help` lists them.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { removeRouteTypes } from '../../scripts/build/route-types.mjs';
import { ensureInstalled } from '../../scripts/install.mjs';
import { ensureBrowser } from '../browser.mjs';
import { testPort } from '../test-site.mjs';
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
const form = values.full ? 'full' : 'quick';
/** @type {Record<string, Record<string, number>>} how many seconds each part took last */
const times = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {};
const lastTime = times[form] ?? {};
const all = listParts(values);
if (values.help) {
  console.log('npm test -- [part …]          some parts, or all');
  console.log('npm run test:full -- [part …] the same in the long form\n');
  describe(all);
  process.exit(0);
}
const unknown = positionals.filter((name) => !all.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. "npm test -- --help" lists them.`);
  process.exit(1);
}
const asked = all.filter(({ name, onRequest }) =>
  positionals.length > 0 ? positionals.includes(name) : !onRequest,
);
const needsBuild = asked.some(({ after }) => after?.includes('build'));
const parts = all.filter((part) => asked.includes(part) || (needsBuild && part.name === 'build'));

ensureInstalled(process.cwd());
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
removeRouteTypes();
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
const tables = positionals.length > 0;
const results = await runParts(parts, { cores: CORES, folder, lastTime, tables });
const seconds = (Date.now() - began) / 1000;
const took = Object.fromEntries(results.map(({ part, seconds: each }) => [part, each]));
writeFileSync(timesFile, JSON.stringify({ ...times, [form]: { ...lastTime, ...took } }));
writeFileSync(summaryFile, JSON.stringify(results));

console.table(
  results.map(({ missed: _, part, seconds: each, ...counts }) => {
    return { part, ...counts, seconds: each.toFixed(1) };
  }),
);
for (const { part, missed } of results)
  for (const what of missed) console.log(`✗ ${part}: ${what}`);
const total = (/** @type {'passed' | 'failed' | 'skipped'} */ what) =>
  results.reduce((sum, result) => sum + result[what], 0);
console.log(`${seconds.toFixed(0)} s; what each part printed is in ${folder}/<part>.log`);
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';
console.log(`${total('passed')} passed, ${total('failed')} failed${skipped}`);
process.exit(total('failed') > 0 ? 1 : 0);

/** @param {import('./parts.mjs').Part[]} list */
function describe(list) {
  for (const { name, proves } of list) {
    const last = lastTime[name] ? `${Math.round(lastTime[name])} s` : 'no time yet';
    console.log(`  ${name.padEnd(16)} ${last.padStart(11)}  ${proves}`);
  }
}
