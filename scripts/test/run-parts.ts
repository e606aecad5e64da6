import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { getNpmCommand } from '../npm.mjs';
import { programs } from '../tools/programs';
import type { Part } from './parts';

export const RESULTS_FOLDER = '.data/test-results';
/** All parts share two cores, even on a larger machine, so that times can be compared. */
const CORES = 2;
const FAILURE_LOG_LINES = 120;
/** A figure that a test shows, or a row of a table. */
const FIGURE_LINE = /^(· |[│┌├└])/;

interface Counts {
  passed: number;
  skipped: number;
  /** The names of the tests that have failed. */
  failures: string[];
}
interface Result extends Counts {
  part: string;
  failed: number;
  seconds: number;
}

export const formatCounts = ({ passed, failed, skipped }: Record<string, number>) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

/**
 * Runs parts in parallel as far as two cores allow, each as soon as the parts that it waits for
 * have ended. A part that cannot run on this machine is skipped, but fails where CI is set. A
 * signal to this process alone ends the parts, too, with their servers and browsers.
 *
 * @param parts by name, in order of priority
 */
export async function runParts(
  parts: Record<string, Part>,
  print: (line: string) => void = console.log,
): Promise<Result[]> {
  const waiting = new Map(Object.entries(parts));
  const running = new Map<string, Promise<unknown>>();
  const children = new Set<ChildProcess>();
  const results: Result[] = [];
  const isAwaited = (name: string) => waiting.has(name) || running.has(name);
  const getCores = (name: string) => parts[name]?.cores ?? 1;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      waiting.clear();
      for (const child of children) child.kill('SIGINT');
    });

  const runPart = async (name: string, part: Part): Promise<Counts> => {
    const reason = process.env.CI ? null : part.findBlocker?.();
    if (reason) {
      print(`○ ${name}: skipped, ${reason}`);
      return { passed: 0, skipped: 1, failures: [] };
    }
    if (
      part.after?.includes('build') &&
      results.some((each) => each.part === 'build' && each.failed)
    )
      return { passed: 0, skipped: 0, failures: ['not run: build failed'] };
    print(`▸ ${name}`);
    const report = `${RESULTS_FOLDER}/${name}.json`;
    const child = startPart(part, report, openSync(`${RESULTS_FOLDER}/${name}.log`, 'w'));
    children.add(child);
    const status = await once(child, 'exit').then(([code]) => code as number | null, String);
    children.delete(child);
    return countTests(report, status);
  };

  while (waiting.size + running.size > 0) {
    for (const [name, part] of waiting) {
      const busy = [...running.keys()].reduce((sum, each) => sum + getCores(each), 0);
      if (getCores(name) > CORES - busy || part.after?.some(isAwaited)) continue;
      waiting.delete(name);
      const startedAt = Date.now();
      const ended = runPart(name, part).then(({ passed, skipped, failures }) => {
        const seconds = Math.round((Date.now() - startedAt) / 1000);
        const failed = failures.length;
        const result = { part: name, passed, failed, skipped, seconds, failures };
        results.push(result);
        running.delete(name);
        printResult(result, print);
      });
      running.set(name, ended);
    }
    await Promise.race(running.values());
  }
  return results;
}

/** Prints the counts of a part with its figures, or with the end of its log if it has failed. */
function printResult(result: Result, print: (line: string) => void) {
  const { part, failed, passed, skipped, seconds } = result;
  print(
    `${failed ? '✗' : '✓'} ${part}: ${formatCounts({ failed, passed, skipped })}, ${seconds} s`,
  );
  const file = `${RESULTS_FOLDER}/${part}.log`;
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const shown = failed
    ? lines.slice(-FAILURE_LOG_LINES)
    : lines.filter((line) => FIGURE_LINE.test(line));
  if (shown.length > 0) print(shown.join('\n'));
}

/** Starts a part, with its output in a log. */
function startPart({ command, env }: Part, report: string, log: number): ChildProcess {
  const [program = '', ...args] = command.split(' ');
  if (program === 'jest') args.push('--maxWorkers=1', '--json', `--outputFile=${report}`);
  const file = programs[program as keyof typeof programs];
  const node: [string, string[]] = [process.execPath, file ? [file, ...args] : args];
  return spawn(...(program === 'npm' ? getNpmCommand(args) : node), {
    stdio: ['ignore', log, log],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
  });
}

/** What reports of Jest and of Playwright have. */
interface Report {
  numPassedTests?: number;
  numPendingTests?: number;
  testResults?: { name: string; status: string; assertionResults: Assertion[] }[];
  stats?: { expected: number; skipped: number };
  errors?: { message?: string }[];
  suites?: Report[];
  specs?: { ok: boolean; file: string; title: string }[];
}
interface Assertion {
  fullName: string;
  status: string;
}

/** Counts the tests of a part. One without a report is one test. */
function countTests(file: string, status: number | string | null): Counts {
  const report: Report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const { numPassedTests, numPendingTests, stats } = report;
  const failures = listFailures(report);
  // A runner can fail without a failed test, or end before it reports.
  if (status !== 0 && failures.length === 0) failures.push(`exit code ${status}`);
  return {
    passed: numPassedTests ?? stats?.expected ?? Number(status === 0),
    skipped: numPendingTests ?? stats?.skipped ?? 0,
    failures,
  };
}

function listFailures({
  testResults = [],
  errors = [],
  specs = [],
  suites = [],
}: Report): string[] {
  const files = testResults.filter((file) => file.status === 'failed');
  return [
    ...files.flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter((each) => each.status === 'failed');
      // A file that cannot even be loaded has no tests.
      return failed.length > 0 ? failed.map((each) => each.fullName) : [name];
    }),
    ...errors.map(({ message = 'an error outside of tests' }) => message),
    ...specs.filter((each) => !each.ok).map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap(listFailures),
  ];
}
