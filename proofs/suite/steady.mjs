// `npm run test:steady`: runs `npm test` ten times, every second time beside four busy loops, and prints every test that
// ever failed. `-- 4`: four times; `-- 4 engines`: these parts of it, and what they need.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { summaryFile } from './parts.mjs';

const BUSY_LOOPS = 4;

process.chdir(join(import.meta.dirname, '../..'));
const [count = '10', ...parts] = process.argv.slice(2);
const runs = Number(count);
if (!Number.isInteger(runs) || runs < 1) {
  console.error(
    'How many runs? For example: npm run test:steady -- 4, or: npm run test:steady -- 4 engines',
  );
  process.exit(1);
}
mkdirSync('.data', { recursive: true });

/** @type {{ run: number, beside: string, passed: number, failed: number, minutes: string }[]} */
const rows = [];
/** @type {Map<string, number[]>} */
const red = new Map();
for (let run = 1; run <= runs; run += 1) {
  const busy = run % 2 === 0;
  const loops = Array.from({ length: busy ? BUSY_LOOPS : 0 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  process.once('exit', () => loops.forEach((loop) => loop.kill('SIGKILL')));
  rmSync(summaryFile, { force: true });
  const began = Date.now();
  const log = openSync(`.data/steady-${run}.log`, 'w');
  const { status } = spawnSync(process.execPath, ['proofs/suite/run.mjs', ...parts], {
    stdio: ['ignore', log, log],
  });
  loops.forEach((loop) => loop.kill('SIGKILL'));
  /** @type {{ part: string, passed: number, failed: number, missed: string[] }[]} */
  const results = existsSync(summaryFile) ? JSON.parse(readFileSync(summaryFile, 'utf8')) : [];
  const sum = (/** @type {'passed' | 'failed'} */ what) =>
    results.reduce((total, result) => total + result[what], 0);
  const missed = results.flatMap(({ part, missed: names }) =>
    names.map((name) => `${part}: ${name}`),
  );
  if (status !== 0 && missed.length === 0) missed.push(`exit code ${status}`);
  for (const name of missed) red.set(name, [...(red.get(name) ?? []), run]);
  rows.push({
    run,
    beside: busy ? `${BUSY_LOOPS} busy loops` : 'nothing',
    passed: sum('passed'),
    failed: Math.max(sum('failed'), Number(status !== 0)),
    minutes: ((Date.now() - began) / 60_000).toFixed(1),
  });
  console.log(JSON.stringify(rows.at(-1)));
}
console.table(rows);
for (const [name, when] of red) console.log(`✗ ${name} (run ${when.join(', ')})`);
const green = rows.filter(({ failed }) => failed === 0).length;
console.log(`${green} passed, ${runs - green} failed`);
process.exit(green === runs ? 0 : 1);
