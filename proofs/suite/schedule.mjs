import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./count.mjs').Count} Count */
/** @typedef {Count & { part: string, seconds: number }} Result */

const REPORT_EVERY_MS = 20_000;
const LINES_OF_A_FAILURE = 120;
/** What a part counts for that cannot run on this machine. */
const SKIPPED = { passed: 0, failed: 0, skipped: 1, missed: [] };

/**
 * Runs parts, side by side where they do not compete for the processor, each as soon as those it comes after have
 * ended. A part that cannot run on this machine is skipped with its reason, and fails where CI is set.
 * The output goes to `<folder>/<part>.log`; the end of a failed part's is printed.
 *
 * @param {Part[]} parts the first that can begin is begun first
 * @param {{ cores: number, folder: string, lastTime: Record<string, number>, tables: boolean, say?: (line: string) => void }} options
 * @returns {Promise<Result[]>} in the order in which they ended
 */
export async function runParts(parts, { cores, folder, lastTime, tables, say = console.log }) {
  const waiting = [...parts];
  /** @type {Map<Part, { promise: Promise<void>, began: number, done: number }>} */
  const running = new Map();
  /** @type {Result[]} */
  const results = [];
  const named = new Set(parts.map(({ name }) => name));
  const ended = (/** @type {string} */ name) => results.some(({ part }) => part === name);
  const failed = (/** @type {string} */ name) =>
    results.some((result) => result.part === name && result.failed > 0);

  const report = setInterval(() => {
    const lines = [...running].map(([{ name }, { began, done }]) => {
      const last = lastTime[name] ? ` of about ${Math.round(lastTime[name])}` : '';
      return `${name} ${Math.round((Date.now() - began) / 1000)}${last} s${done ? `, ${done} done` : ''}`;
    });
    say(`  … ${lines.join(' · ')}`);
  }, REPORT_EVERY_MS);

  const begin = (/** @type {Part} */ part) => {
    const reason = process.env.CI ? null : part.cannotRun?.();
    if (reason) {
      say(`○ ${part.name}: skipped, ${reason}`);
      results.push({ part: part.name, ...SKIPPED, seconds: 0 });
      return;
    }
    say(`▸ ${part.name}`);
    const leftOut = part.leavesOut?.();
    if (leftOut) say(`○ ${part.name}: skips ${leftOut}`);
    const state = { began: Date.now(), done: 0, promise: Promise.resolve() };
    state.promise = (async () => {
      const broken = part.after?.find((name) => name === 'build' && failed(name));
      const log = join(folder, `${part.name}.log`);
      const status = broken ? null : await run(part, log, () => (state.done += 1));
      const result = outcome(part, status, broken);
      const seconds = (Date.now() - state.began) / 1000;
      results.push({ part: part.name, ...result, seconds });
      running.delete(part);
      const { passed, failed: missed, skipped } = result;
      const counts = `${passed} passed, ${missed} failed${skipped ? `, ${skipped} skipped` : ''}`;
      say(`${missed ? '✗' : '✓'} ${part.name}: ${counts}, ${seconds.toFixed(1)} s`);
      for (const what of result.missed) say(`✗ ${part.name}: ${what}`);
      if (missed && !broken) say(endOf(log));
      const worthShowing = tables && !missed ? part.table : undefined;
      if (worthShowing) for (const line of linesOf(log)) if (worthShowing.test(line)) say(line);
    })();
    running.set(part, state);
  };

  while (waiting.length > 0 || running.size > 0) {
    const free = () => cores - [...running.keys()].reduce((sum, part) => sum + part.cores, 0);
    for (const part of [...waiting]) {
      const ready = (part.after ?? []).every((name) => !named.has(name) || ended(name));
      if (!ready || part.cores > free()) continue;
      waiting.splice(waiting.indexOf(part), 1);
      begin(part);
    }
    if (running.size > 0) await Promise.race([...running.values()].map(({ promise }) => promise));
  }
  clearInterval(report);
  return results;
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

// A signal to this process alone must not leave servers and browsers behind: their runners end them.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    for (const child of children) child.kill('SIGINT');
    process.exitCode = 130;
    const wait = setInterval(
      () => children.size === 0 && (clearInterval(wait), process.exit()),
      100,
    );
  });
}

/**
 * @param {Part} part
 * @param {string} logFile
 * @param {() => void} onDone called for each test, or file of tests, that has ended
 * @returns {Promise<number | null>} the exit code
 */
function run({ command: [program = '', ...args], env, done }, logFile, onDone) {
  return new Promise((resolve) => {
    const log = createWriteStream(logFile);
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    children.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.pipe(log, { end: false });
      if (done) createInterface(stream).on('line', (line) => done.test(line) && onDone());
    }
    child.on('error', (error) => log.write(String(error)));
    child.on('close', (code) => {
      children.delete(child);
      log.end(() => resolve(code));
    });
  });
}

/**
 * A part without tests of its own counts as one test; so does a runner that fails without a failed test.
 *
 * @param {Part} part
 * @param {number | null} status
 * @param {string | undefined} broken the part that failed before it could begin
 * @returns {Count}
 */
function outcome({ count }, status, broken) {
  if (broken) return { passed: 0, failed: 1, skipped: 0, missed: [`not run: ${broken} failed`] };
  const counted = count?.() ?? { passed: Number(status === 0), failed: 0, skipped: 0, missed: [] };
  if (status === 0 || counted.failed > 0) return counted;
  return { ...counted, failed: 1, missed: [...counted.missed, `exit code ${status}`] };
}

/** @param {string} logFile */
const linesOf = (logFile) => readFileSync(logFile, 'utf8').trimEnd().split('\n');

/** @param {string} logFile */
function endOf(logFile) {
  const lines = linesOf(logFile);
  const left = lines.length > LINES_OF_A_FAILURE ? [`  (the whole of it: ${logFile})`] : [];
  return [...left, ...lines.slice(-LINES_OF_A_FAILURE)].join('\n');
}
