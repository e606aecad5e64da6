import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { getNpmCommand } from '../npm.mjs';
import { programs } from '../tools/programs';
import type { Part } from './parts';

export const RESULTS_FOLDER = '.data/test-results';
/** All parts share two cores, even on a larger machine, so that times can be compared. */
const CORES = 2;
const FAILURE_LOG_LINES = 120;
/** How many tests Jest and Playwright have counted. */
const COUNTS = /^(?:Tests: .*| {2}\d+ (?:passed|failed|skipped|did not run).*)$/gm;

type Outcome = 'passed' | 'failed' | 'skipped';

/**
 * Runs parts in parallel as far as two cores allow, each as soon as the parts that it waits for
 * have ended. Nothing more starts after a failed build or a signal, which ends what runs, too.
 *
 * @param parts by name, in order of priority
 */
export async function runParts(parts: Record<string, Part>): Promise<Record<string, Outcome>> {
  const waiting = new Map(Object.entries(parts));
  const running = new Map<string, Promise<unknown>>();
  const outcomes: Record<string, Outcome> = {};
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => (waiting.clear(), stop.abort()));
  while (waiting.size + running.size > 0) {
    for (const [name, part] of waiting) {
      const busy = [...running.keys()].reduce((sum, each) => sum + (parts[each]?.cores ?? 1), 0);
      const mustWait = part.after?.some((each) => waiting.has(each) || running.has(each));
      if (mustWait || busy + (part.cores ?? 1) > CORES) continue;
      waiting.delete(name);
      const end = (outcome: Outcome) => (running.delete(name), (outcomes[name] = outcome));
      running.set(name, runPart(name, part, stop.signal).then(end));
    }
    await Promise.race(running.values());
    if (outcomes.build === 'failed') waiting.clear();
  }
  return outcomes;
}

/** Runs a part unless this machine cannot, with its output in a log. CI can run every part. */
async function runPart(name: string, { command, env, findBlocker }: Part, signal: AbortSignal) {
  const blocker = process.env.CI ? null : findBlocker?.();
  console.log(blocker ? `○ ${name}: skipped, ${blocker}` : `▸ ${name}`);
  if (blocker) return 'skipped';
  const startedAt = Date.now();
  const log = `${RESULTS_FOLDER}/${name}.log`;
  const output = openSync(log, 'w');
  const [program = '', ...args] = command.split(' ');
  if (program === 'jest') args.push('--maxWorkers=1');
  const file = programs[program as keyof typeof programs];
  const node: [string, string[]] = [process.execPath, file ? [file, ...args] : args];
  const child = spawn(...(program === 'npm' ? getNpmCommand(args) : node), {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
    signal,
    killSignal: 'SIGINT',
  });
  // The signal is an error as well, before the process ends.
  const code = await new Promise((end) => child.on('error', () => undefined).on('close', end));
  const printed = readFileSync(log, 'utf8').trimEnd();
  if (code !== 0) console.log(printed.split('\n').slice(-FAILURE_LOG_LINES).join('\n'));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const counts = printed.match(COUNTS)?.join() ?? `exit code ${code}`;
  console.log(`${code === 0 ? '✓' : '✗'} ${name}: ${seconds} s, ${counts}`);
  return code === 0 ? 'passed' : 'failed';
}
