import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Count } from './count';
import type { Part } from './parts';

export type Result = Count & { part: string; seconds: number };

interface Options {
  folder: string;
  /** Whether to print the lines with which tests show their figures. */
  shouldShowFigures: boolean;
  print?: (line: string) => void;
}

/** All parts share two cores, even on a larger machine, so that times can be compared. */
const CORES = 2;
const REPORT_EVERY_MS = 20_000;
const FAILURE_LOG_LINES = 120;
/** A figure, or a row of a table. */
const FIGURE_LINE = /^(· |[│┌├└])/;

/**
 * Runs parts in parallel as far as two cores allow, each as soon as the parts that it waits for
 * have ended. A part that cannot run on this machine is skipped, but fails where CI is set. The
 * output goes to `<folder>/<part>.log`.
 *
 * @param parts in order of priority
 * @returns in the order in which they ended
 */
export async function runParts(
  parts: Part[],
  { folder, shouldShowFigures, print = console.log }: Options,
): Promise<Result[]> {
  const waiting = [...parts];
  const running = new Map<Part, { startedAt: number; ended: Promise<unknown> }>();
  const results: Result[] = [];
  const findResult = (name: string) => results.find(({ part }) => part === name);
  const computeSecondsSince = (startedAt: number) => (Date.now() - startedAt) / 1000;

  const runPart = async (part: Part, startedAt: number): Promise<Count> => {
    const { name, after } = part;
    const reason = process.env.CI ? null : part.findBlocker?.();
    if (reason) {
      print(`○ ${name}: skipped, ${reason}`);
      return { passed: 0, failed: 0, skipped: 1, failures: [] };
    }
    if (after?.includes('build') && findResult('build')?.failed) {
      print(`✗ ${name}: not run: build failed`);
      return { passed: 0, failed: 1, skipped: 0, failures: ['not run: build failed'] };
    }
    print(`▸ ${name}`);
    const skippedTests = part.findSkippedTests?.();
    if (skippedTests) print(`○ ${name}: skips ${skippedTests}`);
    const count = determineCount(part, await runCommand(part, folder), folder);
    const seconds = computeSecondsSince(startedAt).toFixed(1);
    print(`${count.failed ? '✗' : '✓'} ${name}: ${formatCounts(count)}, ${seconds} s`);
    for (const what of count.failures) print(`✗ ${name}: ${what}`);
    const lines = readFileSync(join(folder, `${name}.log`), 'utf8')
      .trimEnd()
      .split('\n');
    if (count.failed) print(lines.slice(-FAILURE_LOG_LINES).join('\n'));
    else if (shouldShowFigures) for (const line of lines) if (FIGURE_LINE.test(line)) print(line);
    return count;
  };
  const startPart = async (part: Part) => {
    const startedAt = Date.now();
    const count = await runPart(part, startedAt);
    results.push({ part: part.name, ...count, seconds: computeSecondsSince(startedAt) });
    running.delete(part);
  };

  const reportTimer = setInterval(() => {
    const states = [...running].map(([{ name }, { startedAt }]) => {
      return `${name} ${Math.round(computeSecondsSince(startedAt))} s`;
    });
    print(`  … ${states.join(' · ')}`);
  }, REPORT_EVERY_MS);
  while (waiting.length > 0 || running.size > 0) {
    for (const part of [...waiting]) {
      const busy = [...running.keys()].reduce((sum, each) => sum + each.cores, 0);
      const isAwaited = (name: string) =>
        parts.some((each) => each.name === name) && !findResult(name);
      if (part.cores > CORES - busy || part.after?.some(isAwaited)) continue;
      waiting.splice(waiting.indexOf(part), 1);
      running.set(part, { startedAt: Date.now(), ended: startPart(part) });
    }
    await Promise.race([...running.values()].map(({ ended }) => ended));
  }
  clearInterval(reportTimer);
  return results;
}

export const formatCounts = ({ passed, failed, skipped }: Omit<Count, 'failures'>) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const children = new Set<ChildProcess>();

/** Makes a signal to this process alone end the parts too, with their servers and browsers. */
export function endPartsOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      process.exitCode = 130;
      await Promise.all(
        [...children].map((child) => {
          child.kill('SIGINT');
          return new Promise((resolve) => child.once('close', resolve));
        }),
      );
      process.exit();
    });
  }
}

/** @returns the exit code */
function runCommand(
  { name, command: [program = '', ...args], env }: Part,
  folder: string,
): Promise<number | null> {
  return new Promise((resolve) => {
    const log = createWriteStream(join(folder, `${name}.log`));
    const report = { PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, `${name}.json`) };
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...report, ...env },
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

/** Counts a part without a count as one test. A runner fails that fails without a failed test. */
function determineCount({ name, count }: Part, status: number | null, folder: string): Count {
  const singleTest = { passed: Number(status === 0), failed: 0, skipped: 0, failures: [] };
  const counted = count?.(join(folder, `${name}.json`)) ?? singleTest;
  if (status === 0 || counted.failed > 0) return counted;
  return { ...counted, failed: 1, failures: [...counted.failures, `exit code ${status}`] };
}
