import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';

/** How many tests passed, failed and were skipped, and the failed ones with their messages. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Reads a report from a file and counts its tests. */
function readReport<Report>(file: string, read: (report: Report) => Count): Count {
  if (existsSync(file)) return read(JSON.parse(readFileSync(file, 'utf8')) as Report);
  return { passed: 0, failed: 1, skipped: 0, failures: ['no result was written'] };
}

/** Reads a count that a part has written itself. */
export const readCount = (file: string) =>
  readReport<Count>(file, (own) => ({ ...own, skipped: 0, failures: [] }));

/** @param file written by `jest --json --outputFile` */
export const readJestCount = (file: string) =>
  readReport<JestReport>(file, (report) => ({
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites),
    skipped: report.numPendingTests,
    failures: report.testResults.flatMap((suite) => {
      const failed = suite.assertionResults.filter(({ status }) => status === 'failed');
      // A file that cannot even be loaded has no tests.
      if (suite.status === 'failed' && failed.length === 0) return [suite.name];
      return failed.map(({ fullName, failureMessages: [message] }) =>
        formatFailure(fullName, message),
      );
    }),
  }));

/** @param file written by Playwright's JSON reporter */
export const readPlaywrightCount = (file: string) =>
  readReport<JSONReport>(file, ({ stats, suites, errors }) => ({
    passed: stats.expected,
    // Flaky counts as failed.
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...suites
        .flatMap(listSpecs)
        .filter(({ ok }) => !ok)
        .map(({ file: where, title, tests: [test] }) =>
          formatFailure(`${where}: ${title}`, test?.results[0]?.error?.message),
        ),
      ...errors.map(({ message = 'an error outside of tests' }) => message),
    ],
  }));

const listSpecs = ({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] => [
  ...specs,
  ...suites.flatMap(listSpecs),
];

function formatFailure(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n');
  const messageLines = lines.map((line) => line.trim()).filter(Boolean);
  return [name, ...messageLines.slice(0, 5)].join('\n    ');
}
