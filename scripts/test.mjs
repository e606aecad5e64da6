// `npm test`: installs what is missing, runs every check, and ends with a line "N passed, N failed".
// `npm run test:full` does the same at full length: every scenario of a call in both languages, three times,
// and every browser test with and without deferred hydration.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from '../local/install.mjs';
import { ensureBrowser } from './browser.mjs';
import { forgetRouteTypes } from './route-types.mjs';

process.chdir(join(import.meta.dirname, '..'));
ensureInstalled(process.cwd());
const results = '.data/test-results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
forgetRouteTypes();
process.env.CHROMIUM_PATH = await ensureBrowser();
process.env.NEXT_TELEMETRY_DISABLED = '1';
// One build serves the lifecycle tests and the browser tests.
process.env.TEST_FAULT_ROUTE = '1';
const full = process.argv.includes('--full');
if (full) Object.assign(process.env, { FULL: '1', CALL_RACE_RUNS: '800' });

const bin = (/** @type {string} */ name) => `node_modules/.bin/${name}`;
// These start servers of their own: one at a time.
const slow = '__tests__/(contract|local)/';
const jest = (/** @type {string} */ name, /** @type {string[]} */ ...args) => ({
  name,
  command: [bin('jest'), ...args, '--json', `--outputFile=${results}/${name}.json`],
  count: () => countJest(`${results}/${name}.json`),
});
const playwright = (/** @type {string} */ name, /** @type {string[]} */ ...args) => {
  const file = `${results}/${name}.json`;
  return {
    name,
    command: [bin('playwright'), 'test', ...args, '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    count: () => countPlaywright(file),
  };
};

// The landing page as it is without deferred hydration (docs/decisions/023).
const plain = playwright('browser, plain hydration');

/**
 * What a runner left behind of its tests.
 *
 * @typedef {{ passed: number, failed: number, missed: string[], skipped?: number }} Count
 */

/** @type {{ name: string, command: string[], env?: Record<string, string>, count?: () => Count }[]} */
const checks = [
  { name: 'format', command: [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  { name: 'lint', command: [bin('eslint'), '--max-warnings', '0', '.'] },
  { name: 'route types', command: [bin('next'), 'typegen'] },
  { name: 'types', command: [bin('tsc'), '--noEmit'] },
  { name: 'dead code', command: [bin('knip')] },
  jest('unit', '--testPathIgnorePatterns', slow, '__tests__/sdk-contract/'),
  jest('database and lifecycle', '--runInBand', '--testPathPatterns', slow),
  {
    name: 'sdk contract',
    command: [bin('tsx'), 'scripts/sdk-contract.ts'],
    count: () => readCount('.data/sdk-contract/summary.json'),
  },
  {
    name: 'trust',
    command: [
      bin('tsx'),
      '--conditions=react-server',
      'scripts/trust.ts',
      '--json',
      `${results}/trust.json`,
      ...(full ? ['--full'] : []),
    ],
    count: () => readCount(`${results}/trust.json`),
  },
  playwright('browser'),
  ...(full
    ? [
        playwright('calls, twice more', 'e2e/call', '--repeat-each=2'),
        { ...plain, env: { ...plain.env, HYDRATION: 'plain' } },
      ]
    : []),
];

const nothing = { passed: 0, failed: 1, missed: ['left no result'] };
let passed = 0;
let failed = 0;
/** A machine without Java, for instance, cannot run all of them. */
let skipped = 0;
const rows = [];
/** The names of what failed: a long log hides them. */
const missed = [];
for (const { name, command, env, count } of checks) {
  console.log(`\n▸ ${name}`);
  const start = Date.now();
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const counted = count?.() ?? { passed: 0, failed: 0, missed: [] };
  // A check without tests of its own counts as one; so does a runner that died without a failed test.
  if (!count) counted.passed = Number(status === 0);
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  passed += counted.passed;
  failed += counted.failed;
  const { skipped: left = 0 } = counted;
  skipped += left;
  if (counted.failed > 0) {
    const names = counted.missed.length > 0 ? counted.missed : [`exit code ${status}`];
    missed.push(...names.map((what) => `${name}: ${what}`));
  }
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  rows.push({
    check: name,
    passed: counted.passed,
    failed: counted.failed,
    skipped: left,
    seconds,
  });
}

console.table(rows);
for (const what of missed) console.log(`✗ ${what}`);
if (skipped > 0) console.log(`${skipped} skipped: the runners' output above names them`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/**
 * @param {string} file
 * @returns {Count}
 */
function countJest(file) {
  if (!existsSync(file)) return nothing;
  const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests, testResults } =
    readJson(file);
  const missed = testResults.flatMap(
    (
      /** @type {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }} */ suite,
    ) => {
      const tests = suite.assertionResults.filter(({ status }) => status === 'failed');
      if (suite.status === 'failed' && tests.length === 0) return [suite.name];
      return tests.map(({ fullName }) => fullName);
    },
  );
  const failures = Math.max(numFailedTests, numFailedTestSuites);
  return { passed: numPassedTests, failed: failures, missed, skipped: numPendingTests };
}

/**
 * @param {string} file
 * @returns {Count}
 */
function readCount(file) {
  return existsSync(file) ? { missed: [], ...readJson(file) } : nothing;
}

/**
 * @param {string} file
 * @returns {Count}
 */
function countPlaywright(file) {
  if (!existsSync(file)) return nothing;
  const { stats, suites } = readJson(file);
  const { expected, flaky, unexpected, skipped: left } = stats;
  const missed = suites.flatMap(unexpectedIn);
  return { passed: expected + flaky, failed: unexpected, missed, skipped: left };
}

/**
 * @typedef {{ specs?: { file: string, title: string, ok: boolean }[], suites?: Suite[] }} Suite
 * @param {Suite} suite
 * @returns {string[]}
 */
function unexpectedIn({ specs = [], suites = [] }) {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap(unexpectedIn),
  ];
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
