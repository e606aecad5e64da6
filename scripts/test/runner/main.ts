// `npm test`: runs the checks, and ends with a line "N passed, N failed".
// `npm test -- unit lint` runs parts of it, `npm test -- --help` lists them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isBuilt, removeRouteTypes } from '../../build/build-site';
import { ensureBrowser } from '../../tools/browser';
import { getTestSiteUrl, TEST_DIST_DIR } from '../test-site';
import { listParts, type Part, resultsFolder, summaryFile } from './parts';
import { endPartsOnSignal, formatCounts, runParts } from './schedule';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const onlyChanged = positionals.join() === 'changed';
const allParts = listParts(values);
if (values.help) {
  console.log('npm test -- [part …]          some parts, or all');
  console.log('npm test -- changed           what reads a file that changed since main');
  console.log('npm test -- steady [n] [part …] n runs, every second one on a busy machine');
  console.log('npm run test:full -- [part …] the same in the long form\n');
  printParts(allParts);
  process.exit(0);
}
// It ends this process, too.
if (positionals[0] === 'steady') await import('../steady');
/** What narrows the parts of `npm test -- changed` to tests that import a changed file. */
const changedArgs = onlyChanged ? listChangedArgs() : {};
const names = onlyChanged ? Object.keys(changedArgs) : positionals;
const unknownNames = names.filter((name) => !allParts.some((part) => part.name === name));
if (unknownNames.length > 0) {
  console.error(`No such part: ${unknownNames.join(', ')}. "npm test -- --help" lists them.`);
  process.exit(1);
}
const isRequested = ({ name, onlyIfNamed }: Part) =>
  names.length > 0 ? names.includes(name) : !onlyIfNamed;
const needsBuild = allParts.some((part) => isRequested(part) && part.after?.includes('build'));
const parts = allParts
  .filter((part) => isRequested(part) || (needsBuild && part.name === 'build'))
  .map((part) => ({ ...part, command: [...part.command, ...(changedArgs[part.name] ?? [])] }));

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
const siteUrl = await getTestSiteUrl();

console.log(values.full ? 'Running all tests in full:' : 'Running:');
printParts(parts);
if (needsBuild && !isBuilt({ siteUrl, distDir: TEST_DIST_DIR }))
  console.log(
    `\n${TEST_DIST_DIR} has no build of this code: it is made first, in a minute or two.`,
  );
console.log('');
endPartsOnSignal();
const startedAt = Date.now();
const results = await runParts(parts, {
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

function listChangedArgs(): Record<string, string[]> {
  const base = execFileSync('git', ['merge-base', 'HEAD', 'main'], { encoding: 'utf8' }).trim();
  return {
    unit: [`--changedSince=${base}`],
    browser: [`--only-changed=${base}`],
    lint: [],
    format: [],
    types: [],
  };
}

function printParts(list: Part[]): void {
  for (const { name, description } of list) console.log(`  ${name.padEnd(16)} ${description}`);
}
