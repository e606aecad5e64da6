// `npm test`: runs the checks, and ends with a line "N passed, N failed".
// `npm test -- unit lint` runs parts of it, `npm test -- --help` lists them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { removeRouteTypes } from '../build/build-site';
import { ensureBrowser } from '../tools/browser';
import { type Part, parts } from './parts';
import { formatCounts, RESULTS_FOLDER, runParts } from './run-parts';
import { getTestSiteUrl } from './test-site';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false }, help: { type: 'boolean' } },
});
const { full } = values;
const known = Object.entries(parts).filter(([, { runs }]) => full || runs !== 'only in full');
const printParts = (list: [string, Part][]) => {
  for (const [name, { proves }] of list) console.log(`  ${name.padEnd(16)} ${proves}`);
  console.log('');
};
if (values.help) {
  console.log(`npm test -- [part …]            some parts, or all
npm test -- changed             what imports a file that changed since main
npm run test:full -- [part …]   the same in the long form\n`);
  printParts(known);
  process.exit(0);
}
const isChanged = names.join() === 'changed';
const unknown = isChanged ? [] : names.filter((name) => !known.some(([each]) => each === name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. "npm test -- --help" lists them.`);
  process.exit(1);
}

const base =
  isChanged && execFileSync('git', ['merge-base', 'HEAD', 'main'], { encoding: 'utf8' }).trim();
const isRequested = ([name, { runs, changed }]: [string, Part]) => {
  if (base) return changed !== undefined;
  return names.length > 0
    ? names.includes(name)
    : runs === undefined || (full && runs !== 'only if named');
};
const needsBuild = known.some((each) => isRequested(each) && each[1].after?.includes('build'));
const chosen = known
  .filter((each) => isRequested(each) || (needsBuild && each[0] === 'build'))
  .map(([name, part]): [string, Part] => {
    const narrowed = base && part.changed ? ` ${part.changed}${base}` : '';
    return [name, { ...part, command: part.command + narrowed }];
  });

rmSync(RESULTS_FOLDER, { recursive: true, force: true });
mkdirSync(RESULTS_FOLDER, { recursive: true });
removeRouteTypes();
await ensureBrowser();
process.env.NEXT_TELEMETRY_DISABLED = '1';
if (full) Object.assign(process.env, { FULL: '1', CALL_RACE_RUNS: '800' });
// One build serves every part, for this address.
await getTestSiteUrl();

console.log(full ? 'Running all tests in full:' : 'Running:');
printParts(chosen);
const startedAt = Date.now();
const results = await runParts(Object.fromEntries(chosen));
console.table(results.map(({ failures: _, ...row }) => row));
for (const { part, failures } of results)
  for (const what of failures) console.log(`✗ ${part}: ${what}`);
const seconds = Math.round((Date.now() - startedAt) / 1000);
console.log(`${seconds} s; what each part printed is in ${RESULTS_FOLDER}/<part>.log`);
const sum = (count: 'passed' | 'failed' | 'skipped') =>
  results.reduce((total, result) => total + result[count], 0);
const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
console.log(formatCounts(total));
process.exit(total.failed > 0 || results.length < chosen.length ? 1 : 0);
