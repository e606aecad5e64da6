import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * The result of a test runner: how many tests passed, failed and were skipped, and the failed ones, each with what it said.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, missed: string[] }} Count
 */

/** @type {Count} */
const nothing = { passed: 0, failed: 1, skipped: 0, missed: ['left no result'] };

/**
 * @param {string} file written by `jest --json --outputFile`
 * @returns {Count}
 */
export function countJest(file) {
  if (!existsSync(file)) return nothing;
  /** @typedef {{ fullName: string, status: string, failureMessages: string[] }} Test */
  /** @typedef {{ name: string, status: string, message: string, assertionResults: Test[] }} File */
  /** @type {{ numPassedTests: number, numFailedTests: number, numFailedTestSuites: number, numPendingTests: number, testResults: File[] }} */
  const report = readJson(file);
  const missed = report.testResults.flatMap((suite) => {
    const tests = suite.assertionResults.filter(({ status }) => status === 'failed');
    // A file that cannot even be loaded has no tests.
    if (suite.status === 'failed' && tests.length === 0) return [suite.name];
    return tests.map(({ fullName, failureMessages }) => told(fullName, failureMessages[0]));
  });
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites),
    skipped: report.numPendingTests,
    missed,
  };
}

/**
 * @param {string} file written by Playwright's JSON reporter
 * @returns {Count}
 */
export function countPlaywright(file) {
  if (!existsSync(file)) return nothing;
  /** @type {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number }, suites: Suite[], errors: { message?: string }[] }} */
  const { stats, suites, errors } = readJson(file);
  const missed = [
    ...suites.flatMap(unexpectedIn),
    ...errors.map(({ message = 'an error outside of tests' }) => message),
  ];
  return {
    passed: stats.expected,
    // Flaky counts as failed.
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    missed,
  };
}

/**
 * @param {string} file with a count of its own
 * @returns {Count}
 */
export function readCount(file) {
  return existsSync(file) ? { skipped: 0, missed: [], ...readJson(file) } : nothing;
}

/**
 * @typedef {{ results: { error?: { message?: string } }[] }} Attempts
 * @typedef {{ specs?: { file: string, title: string, ok: boolean, tests: Attempts[] }[], suites?: Suite[] }} Suite
 * @param {Suite} suite
 * @returns {string[]}
 */
function unexpectedIn({ specs = [], suites = [] }) {
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) =>
        told(`${file}: ${title}`, tests[0]?.results[0]?.error?.message),
      ),
    ...suites.flatMap(unexpectedIn),
  ];
}

/**
 * A failed test with the beginning of what it said.
 *
 * @param {string} name
 * @param {string} [message]
 */
function told(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n');
  const said = lines.map((line) => line.trim()).filter(Boolean);
  return [name, ...said.slice(0, 5)].join('\n    ');
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
