// `npm test`: runs the checks, and ends with a line "N passed, N failed".
// `npm test -- unit lint` runs parts of it, `npm test -- --help` lists them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { removeRouteTypes } from '../../build/build-site';
import { ensureBrowser } from '../browser';
import { getTestPort } from '../test-site';
import { listParts, type Part, resultsFolder, summaryFile } from './parts';
import { endPartsOnSignal, formatCounts, runParts } from './schedule';

/** All parts share two cores, even on a larger machine, so that times can be compared. */
const CORES = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const allParts = listParts(values);
if (values.help) {
  console.log('npm test -- [part …]          some parts, or all');
  console.log('npm run test:full -- [part …] the same in the long form\n');
  printParts(allParts);
  process.exit(0);
}
const unknownNames = positionals.filter((name) => !allParts.some((part) => part.name === name));
if (unknownNames.length > 0) {
  console.error(`No such part: ${unknownNames.join(', ')}. "npm test -- --help" lists them.`);
  process.exit(1);
}
const requestedParts = allParts.filter(({ name, onlyIfNamed }) =>
  positionals.length > 0 ? positionals.includes(name) : !onlyIfNamed,
);
const needsBuild = requestedParts.some(({ after }) => after?.includes('build'));
const parts = allParts.filter(
  (part) => requestedParts.includes(part) || (needsBuild && part.name === 'build'),
);

rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });
removeRouteTypes();
await ensureBrowser();
Object.assign(process.env, {
  NEXT_TELEMETRY_DISABLED: '1',
  // One build serves every part: with the page that throws, for this address.
  TEST_FAULT_ROUTE: '1',
  ...(values.full ? { FULL: '1', CALL_RACE_RUNS: '800' } : {}),
});
await getTestPort();

console.log(values.full ? 'Running all tests in full:' : 'Running:');
printParts(parts);
console.log('');
endPartsOnSignal();
const startedAt = Date.now();
const results = await runParts(parts, {
  cores: CORES,
  folder: resultsFolder,
  shouldShowFigures: positionals.length > 0,
});
const seconds = (Date.now() - startedAt) / 1000;
writeFileSync(summaryFile, JSON.stringify(results));

console.table(
  results.map(({ failures: _, seconds: each, ...row }) => ({ ...row, seconds: each.toFixed(1) })),
);
for (const { part, failures } of results)
  for (const what of failures) console.log(`✗ ${part}: ${what}`);
const sum = (count: 'passed' | 'failed' | 'skipped') =>
  results.reduce((total, result) => total + result[count], 0);
const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
console.log(`${seconds.toFixed(0)} s; what each part printed is in ${resultsFolder}/<part>.log`);
console.log(formatCounts(total));
process.exit(total.failed > 0 ? 1 : 0);

function printParts(list: Part[]): void {
  for (const { name, description } of list) console.log(`  ${name.padEnd(16)} ${description}`);
}
