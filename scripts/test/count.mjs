import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * How many tests passed, failed and were skipped, and the failed ones with their messages.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Count
 * @typedef {{ error?: { message?: string } }} Attempt
 * @typedef {{ file: string, title: string, ok: boolean, tests: { results: Attempt[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Reads a count from a file: the part's own one, or what `read` finds in a report.
 *
 * @param {string} file
 * @param {(report: any) => Count} [read]
 * @returns {Count}
 */
export function readCount(file, read = (own) => ({ skipped: 0, failures: [], ...own })) {
  if (existsSync(file)) return read(JSON.parse(readFileSync(file, 'utf8')));
  return { passed: 0, failed: 1, skipped: 0, failures: ['no result was written'] };
}

/** @param {string} file written by `jest --json --outputFile` */
export const readJestCount = (file) =>
  readCount(file, (report) => ({
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites),
    skipped: report.numPendingTests,
    failures: report.testResults.flatMap((/** @type {any} */ suite) => {
      /** @type {{ fullName: string, status: string, failureMessages: string[] }[]} */
      const tests = suite.assertionResults;
      const failed = tests.filter(({ status }) => status === 'failed');
      // A file that cannot even be loaded has no tests.
      if (suite.status === 'failed' && failed.length === 0) return [suite.name];
      return failed.map(({ fullName, failureMessages }) =>
        formatFailure(fullName, failureMessages[0]),
      );
    }),
  }));

/** @param {string} file written by Playwright's JSON reporter */
export const readPlaywrightCount = (file) =>
  readCount(file, ({ stats, suites, errors }) => ({
    passed: stats.expected,
    // Flaky counts as failed.
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...listFailedSpecs({ suites }).map(({ file: where, title, tests }) =>
        formatFailure(`${where}: ${title}`, tests[0]?.results[0]?.error?.message),
      ),
      ...errors.map(({ message = 'an error outside of tests' }) => message),
    ],
  }));

/** @type {(suite: Suite) => Spec[]} */
const listFailedSpecs = ({ specs = [], suites = [] }) => [
  ...specs.filter(({ ok }) => !ok),
  ...suites.flatMap(listFailedSpecs),
];

/** @param {string} name of a failed test @param {string} [message] */
function formatFailure(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n');
  const messageLines = lines.map((line) => line.trim()).filter(Boolean);
  return [name, ...messageLines.slice(0, 5)].join('\n    ');
}
