import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { getNpmCommand } from '../npm.mjs';
import { programs } from '../tools/programs';
import type { Part } from './parts';

export const RESULTS_FOLDER = '.data/test-results';
/** All parts share two cores, even on a larger machine, so that times can be compared. */
const CORES = 2;
const FAILURE_LOG_LINES = 120;
/** A figure, or a row of a table. */
const FIGURE_LINE = /^(· |[│┌├└])/;

interface Result {
  part: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  /** The names of the tests that have failed. */
  failures: string[];
}
type Counts = Pick<Result, 'passed' | 'failed' | 'skipped'>;

export const formatCounts = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const children = new Set<ChildProcess>();
let isStopping = false;

/** Makes a signal to this process alone end the parts too, with their servers and browsers. */
export function endPartsOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isStopping = true;
      for (const child of children) child.kill('SIGINT');
    });
}

/**
 * Runs parts in parallel as far as two cores allow, each as soon as the parts that it waits for
 * have ended. A part that cannot run on this machine is skipped, but fails where CI is set.
 *
 * @param parts by name, in order of priority
 * @param shouldShowFigures whether to print the lines with which tests show their figures
 */
export async function runParts(
  parts: Record<string, Part>,
  { shouldShowFigures = false, print = console.log } = {},
): Promise<Result[]> {
  const waiting = new Map(Object.entries(parts));
  const running = new Map<string, Promise<unknown>>();
  const results: Result[] = [];
  const isAwaited = (name: string) => waiting.has(name) || running.has(name);
  const getCores = (name: string) => parts[name]?.cores ?? 1;

  const runPart = async (part: string): Promise<Result> => {
    const { after = [], findBlocker, ...command } = parts[part] ?? {};
    const nothing = { part, passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [] };
    const reason = process.env.CI ? null : findBlocker?.();
    if (reason) {
      print(`○ ${part}: skipped, ${reason}`);
      return { ...nothing, skipped: 1 };
    }
    if (after.includes('build') && results.some((each) => each.part === 'build' && each.failed)) {
      print(`✗ ${part}: not run: build failed`);
      return { ...nothing, failed: 1, failures: ['not run: build failed'] };
    }
    print(`▸ ${part}`);
    const startedAt = Date.now();
    const status = await runCommand(part, command);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const result = { ...nothing, seconds, ...readResult(part, command, status) };
    print(`${result.failed ? '✗' : '✓'} ${part}: ${formatCounts(result)}, ${seconds} s`);
    const lines = readFileSync(`${RESULTS_FOLDER}/${part}.log`, 'utf8').trimEnd().split('\n');
    if (result.failed) print(lines.slice(-FAILURE_LOG_LINES).join('\n'));
    else if (shouldShowFigures) for (const line of lines) if (FIGURE_LINE.test(line)) print(line);
    return result;
  };

  while (!isStopping && waiting.size + running.size > 0) {
    for (const [name, { after = [] }] of waiting) {
      const busy = [...running.keys()].reduce((sum, each) => sum + getCores(each), 0);
      if (getCores(name) > CORES - busy || after.some(isAwaited)) continue;
      waiting.delete(name);
      const ended = runPart(name).then((result) => {
        results.push(result);
        running.delete(name);
      });
      running.set(name, ended);
    }
    await Promise.race(running.values());
  }
  await Promise.all(running.values());
  return results;
}

/** Runs a part, with its output in its log. Returns the exit code. */
function runCommand(name: string, { jest, playwright, node, npm, env }: Part) {
  const report = `${RESULTS_FOLDER}/${name}.json`;
  const jestCommand = `${programs.jest} --maxWorkers=1 ${jest} --json --outputFile=${report}`;
  const args =
    node ?? (jest === undefined ? `${programs.playwright} test ${playwright}` : jestCommand);
  const [program, programArgs] = npm
    ? getNpmCommand(['run', '--silent', npm])
    : [process.execPath, args.split(' ').filter(Boolean)];
  return new Promise<number | null>((resolve) => {
    const log = createWriteStream(`${RESULTS_FOLDER}/${name}.log`);
    const child = spawn(program, programArgs, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
    });
    children.add(child);
    for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
    child.on('error', (error) => log.write(String(error)));
    child.on('close', (code) => {
      children.delete(child);
      log.end(() => resolve(code));
    });
  });
}

interface JestReport {
  numPassedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** Counts the tests of a part. One without a report is one test. */
function readResult(name: string, { jest, playwright }: Part, status: number | null) {
  const file = `${RESULTS_FOLDER}/${name}.json`;
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  let counts = { passed: Number(status === 0), skipped: 0, failures: [] as string[] };
  if (report && jest !== undefined) counts = countJest(report);
  if (report && playwright !== undefined) counts = countPlaywright(report);
  // A runner can fail without a failed test, or end before it reports.
  if (status !== 0 && counts.failures.length === 0) counts.failures.push(`exit code ${status}`);
  return { ...counts, failed: counts.failures.length };
}

function countJest({ numPassedTests: passed, numPendingTests: skipped, testResults }: JestReport) {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed');
    // A file that cannot even be loaded has no tests.
    if (status === 'failed' && failed.length === 0) return [name];
    return failed.map(({ fullName }) => fullName);
  });
  return { passed, skipped, failures };
}

function countPlaywright({ stats, suites, errors }: JSONReport) {
  const listFailed = ({ specs, suites: inner = [] }: JSONReportSuite): string[] => [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
    ...inner.flatMap(listFailed),
  ];
  const failures = [
    ...suites.flatMap(listFailed),
    ...errors.map(({ message = 'an error outside of tests' }) => message),
  ];
  return { passed: stats.expected, skipped: stats.skipped, failures };
}
