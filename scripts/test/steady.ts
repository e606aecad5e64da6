// `npm test -- steady`: runs `npm test` ten times, every second time next to four busy loops, and
// prints every test that ever failed. `steady 4`: four times; `steady 4 engines`: that part of it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { summaryFile } from './runner/parts';
import type { Result } from './runner/schedule';

process.chdir(join(import.meta.dirname, '../..'));
const [, runs = 10, ...parts] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(`${runs}`)) {
  console.error('How many runs? For example: npm test -- steady 4 engines');
  process.exit(1);
}
mkdirSync('.data', { recursive: true });

const rows = [];
/** The failed tests, with the runs in which they failed. */
const failedTests = new Map<string, number[]>();
for (let run = 1; run <= Number(runs); run += 1) {
  const loops = Array.from({ length: run % 2 === 0 ? 4 : 0 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const endLoops = () => loops.forEach((loop) => loop.kill('SIGKILL'));
  process.once('exit', endLoops);
  rmSync(summaryFile, { force: true });
  const startedAt = Date.now();
  const log = openSync(`.data/steady-${run}.log`, 'w');
  const { status } = spawnSync(process.execPath, ['scripts/test/run.mjs', ...parts], {
    stdio: ['ignore', log, log],
  });
  endLoops();
  const results: Result[] = existsSync(summaryFile)
    ? JSON.parse(readFileSync(summaryFile, 'utf8'))
    : [];
  const failedNames = results.flatMap(({ part, failures: names }) =>
    names.map((name) => `${part}: ${name}`),
  );
  if (status !== 0 && failedNames.length === 0) failedNames.push(`exit code ${status}`);
  for (const name of failedNames) failedTests.set(name, [...(failedTests.get(name) ?? []), run]);
  const row = {
    run,
    busy: loops.length > 0,
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0) || Number(status !== 0),
    minutes: Math.round((Date.now() - startedAt) / 6_000) / 10,
  };
  rows.push(row);
  console.log(JSON.stringify(row));
}
console.table(rows);
for (const [name, failedRuns] of failedTests)
  console.log(`✗ ${name} (run ${failedRuns.join(', ')})`);
const green = rows.filter(({ failed }) => failed === 0).length;
console.log(`${green} passed, ${rows.length - green} failed`);
process.exit(green === rows.length ? 0 : 1);
