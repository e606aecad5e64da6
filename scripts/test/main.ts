// `npm test`: runs the checks, and ends with a line "N passed, N failed".
// `npm test -- unit lint` runs parts of it, `npm test -- --help` lists them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { removeRouteTypes } from '../build/build-site';
import { ensureBrowser } from '../tools/browser';
import { type Part, type PartName, parts as allParts, PARTS } from './parts';
import { endPartsOnSignal, formatCounts, RESULTS_FOLDER, runParts } from './run-parts';
import { getTestSiteUrl } from './test-site';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const { full } = values;
// It ends this process, too.
if (positionals[0] === 'steady') await import('./steady');

/** What narrows the parts of `npm test -- changed` to tests that import a changed file. */
const changedArgs = positionals.join() === 'changed' ? listChangedArgs() : undefined;
const names = changedArgs ? Object.keys(changedArgs) : positionals;
const unknownNames = names.filter((name) => !(name in allParts));
if (unknownNames.length > 0) {
  console.error(`No such part: ${unknownNames.join(', ')}. "npm test -- --help" lists them.`);
  process.exit(1);
}
const known = Object.entries(allParts).filter(([, { runs }]) => full || runs !== 'only in full');
if (values.help) {
  console.log(`npm test -- [part …]            some parts, or all
npm test -- changed             what reads a file that changed since main
npm test -- steady [n] [part …] n runs, every second one on a busy machine
npm run test:full -- [part …]   the same in the long form\n`);
  printParts(known);
  process.exit(0);
}
const isRequested = ([name, { runs }]: [string, Part]) =>
  names.length > 0
    ? names.includes(name)
    : runs === undefined || (full && runs !== 'only if named');
const needsBuild = known.some((each) => isRequested(each) && each[1].after?.includes('build'));
const parts = known
  .filter((each) => isRequested(each) || (needsBuild && each[0] === 'build'))
  .map(([name, part]): [string, Part] => [name, addArgs(part, changedArgs?.[name])]);

rmSync(RESULTS_FOLDER, { recursive: true, force: true });
mkdirSync(RESULTS_FOLDER, { recursive: true });
removeRouteTypes();
await ensureBrowser();
Object.assign(process.env, {
  NEXT_TELEMETRY_DISABLED: '1',
  // One build serves every part: with the page that throws, for this address.
  TEST_FAULT_ROUTE: '1',
  ...(full ? { FULL: '1', CALL_RACE_RUNS: '800' } : {}),
});
await getTestSiteUrl();

console.log(full ? 'Running all tests in full:' : 'Running:');
printParts(parts);
endPartsOnSignal();
const startedAt = Date.now();
const results = await runParts(Object.fromEntries(parts), {
  shouldShowFigures: positionals.length > 0,
});
console.table(results.map(({ failures: _, ...row }) => row));
for (const { part, failures } of results)
  for (const what of failures) console.log(`✗ ${part}: ${what}`);
const seconds = Math.round((Date.now() - startedAt) / 1000);
console.log(`${seconds} s; what each part printed is in ${RESULTS_FOLDER}/<part>.log`);
const sum = (count: 'passed' | 'failed' | 'skipped') =>
  results.reduce((total, result) => total + result[count], 0);
const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
console.log(formatCounts(total));
process.exit(total.failed > 0 || results.length < parts.length ? 1 : 0);

function listChangedArgs(): Record<string, string> {
  const base = execFileSync('git', ['merge-base', 'HEAD', 'main'], { encoding: 'utf8' }).trim();
  const changedSince = `--changedSince=${base}`;
  return { unit: changedSince, browser: `--only-changed=${base}`, lint: '', format: '', types: '' };
}

function addArgs(part: Part, args = ''): Part {
  if (part.jest !== undefined) return { ...part, jest: `${part.jest} ${args}` };
  return part.playwright === undefined ? part : { ...part, playwright: part.playwright + args };
}

function printParts(list: [string, Part][]): void {
  for (const [name] of list) console.log(`  ${name.padEnd(16)} ${PARTS[name as PartName]}`);
  console.log('');
}
