import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./count.mjs').Count & { part: string, seconds: number }} Result */
/**
 * @typedef {object} Options
 * @property {number} cores
 * @property {string} folder
 * @property {Record<string, number>} lastTime how many seconds each part took last
 * @property {boolean} tables whether the figures of a part are shown
 * @property {(line: string) => void} [say]
 */

const REPORT_EVERY_MS = 20_000;
const LINES_OF_A_FAILURE = 120;

/**
 * Runs parts next to each other as far as the cores allow, each as soon as those it comes after
 * have ended. A part that cannot run on this machine is skipped, but fails where CI is set. The
 * output goes to `<folder>/<part>.log`.
 *
 * @param {Part[]} parts the first that can begin is begun first
 * @param {Options} options
 * @returns {Promise<Result[]>} in the order in which they ended
 */
export async function runParts(parts, { cores, folder, lastTime, tables, say = console.log }) {
  const waiting = [...parts];
  /** @type {Map<Part, { began: number, ended: Promise<void> }>} */
  const running = new Map();
  /** @type {Result[]} */
  const results = [];
  const resultOf = (/** @type {string} */ name) => results.find(({ part }) => part === name);

  const report = setInterval(() => {
    const lines = [...running].map(([{ name }, { began }]) => {
      const last = lastTime[name] ? ` of about ${Math.round(lastTime[name])}` : '';
      return `${name} ${Math.round((Date.now() - began) / 1000)}${last} s`;
    });
    say(`  … ${lines.join(' · ')}`);
  }, REPORT_EVERY_MS);

  const begin = (/** @type {Part} */ part) => {
    const { name, table } = part;
    const reason = process.env.CI ? null : part.cannotRun?.();
    if (reason) {
      say(`○ ${name}: skipped, ${reason}`);
      results.push({ part: name, passed: 0, failed: 0, skipped: 1, missed: [], seconds: 0 });
      return;
    }
    say(`▸ ${name}`);
    const leftOut = part.leavesOut?.();
    if (leftOut) say(`○ ${name}: skips ${leftOut}`);
    const began = Date.now();
    const end = async () => {
      const broken = part.after?.includes('build') && (resultOf('build')?.failed ?? 0) > 0;
      const counted = broken ? NOT_RUN : outcome(part, await run(part, folder), folder);
      const seconds = (Date.now() - began) / 1000;
      results.push({ part: name, ...counted, seconds });
      running.delete(part);
      const { passed, failed, skipped, missed } = counted;
      const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
      say(`${failed ? '✗' : '✓'} ${name}: ${counts}, ${seconds.toFixed(1)} s`);
      for (const what of missed) say(`✗ ${name}: ${what}`);
      if (broken) return;
      const lines = readFileSync(join(folder, `${name}.log`), 'utf8')
        .trimEnd()
        .split('\n');
      if (failed) say(lines.slice(-LINES_OF_A_FAILURE).join('\n'));
      else if (tables) lines.filter((line) => table?.test(line)).forEach((line) => say(line));
    };
    running.set(part, { began, ended: Promise.resolve().then(end) });
  };

  while (waiting.length > 0 || running.size > 0) {
    for (const part of [...waiting]) {
      const busy = [...running.keys()].reduce((sum, each) => sum + each.cores, 0);
      const isWaited = (/** @type {string} */ name) =>
        parts.some((each) => each.name === name) && !resultOf(name);
      if (part.cores > cores - busy || part.after?.some(isWaited)) continue;
      waiting.splice(waiting.indexOf(part), 1);
      begin(part);
    }
    if (running.size > 0) await Promise.race([...running.values()].map(({ ended }) => ended));
  }
  clearInterval(report);
  return results;
}

const NOT_RUN = { passed: 0, failed: 1, skipped: 0, missed: ['not run: build failed'] };

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

// A signal to this process alone must not leave servers and browsers behind: their runners end them.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
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

/** @param {Part} part @param {string} folder @returns {Promise<number | null>} the exit code */
function run({ name, command: [program = '', ...args], env }, folder) {
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

/**
 * A part without tests of its own counts as one test; so does a runner that fails without one.
 *
 * @param {Part} part
 * @param {number | null} status
 * @param {string} folder
 * @returns {import('./count.mjs').Count}
 */
function outcome({ name, count }, status, folder) {
  const one = { passed: Number(status === 0), failed: 0, skipped: 0, missed: [] };
  const counted = count?.(join(folder, `${name}.json`)) ?? one;
  if (status === 0 || counted.failed > 0) return counted;
  return { ...counted, failed: 1, missed: [...counted.missed, `exit code ${status}`] };
}
