// `npm run test:full -- sdk`: checks that the installed libraries do what we assume.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from '../../scripts/tools/browser';
import { programs } from '../../scripts/tools/programs';
import { assessRuns, summarize, type TestRun } from './report';

interface JestResults {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}
interface Suite {
  specs: { title: string; ok: boolean }[];
  suites?: Suite[];
}

process.chdir(join(import.meta.dirname, '../..'));
const resultsFolder = '.data/sdk-contract';
const readResults = <Content>(file: string) =>
  JSON.parse(readFileSync(join(resultsFolder, file), 'utf8')) as Content;

/** Runs a test runner. @returns whether all tests passed */
function runTests(program: string, args: string[], env: Record<string, string> = {}): boolean {
  const options = { stdio: 'inherit' as const, env: { ...process.env, ...env } };
  return spawnSync(process.execPath, [program, ...args], options).status === 0;
}

function listSpecs({ specs, suites = [] }: Suite): TestRun[] {
  const own = specs.map(({ title, ok }) => ({ title, passed: ok }));
  return [...own, ...suites.flatMap(listSpecs)];
}

rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });
await ensureBrowser();
const outcomes = [
  runTests(programs.jest, [
    ...['--testPathPatterns', '__tests__/sdk-contract'],
    ...['--json', `--outputFile=${resultsFolder}/node.json`],
  ]),
  runTests(programs.playwright, ['test', '--reporter=dot,json'], {
    SUITE: 'sdk',
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${resultsFolder}/browser.json`,
  }),
];
const runs = [
  ...readResults<JestResults>('node.json').testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ title, status }) => ({ title, passed: status === 'passed' })),
  ),
  ...readResults<{ suites: Suite[] }>('browser.json').suites.flatMap(listSpecs),
];
const { rows, faults } = assessRuns(runs);

console.table(summarize(rows));
for (const { assumption, outcome } of rows) {
  if (outcome !== 'broken') continue;
  const reach = assumption.usedBy ? `the product uses it in ${assumption.usedBy}` : 'not used';
  console.error(`✗ ${assumption.id}: ${assumption.subject} (${reach})`);
}
faults.forEach((fault) => console.error(`✗ ${fault}`));
const failedTests = runs.filter(({ passed }) => !passed).length;
const isValid = outcomes.every(Boolean) && failedTests === 0 && faults.length === 0;
const passed = runs.length - failedTests;
const failed = isValid ? 0 : Math.max(failedTests, faults.length, 1);
writeFileSync(join(resultsFolder, 'summary.json'), JSON.stringify({ passed, failed }));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = isValid ? 0 : 1;
