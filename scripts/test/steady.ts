// `npm test -- steady`: runs `npm test` ten times, every second time next to four busy loops, and
// prints every test that ever failed. `steady 4`: four times; `steady 4 engines`: that part of it.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';

const [, runs = 10, ...parts] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(`${runs}`)) {
  console.error('How many runs? For example: npm test -- steady 4 engines');
  process.exit(1);
}
mkdirSync('.data', { recursive: true });
const rows = [];
/** The runs in which a test has failed, by its name. */
const failedRuns = new Map<string, number[]>();
for (let run = 1; run <= Number(runs); run += 1) {
  const isBusy = run % 2 === 0;
  const loops = Array.from({ length: isBusy ? 4 : 0 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const endLoops = () => loops.forEach((loop) => loop.kill('SIGKILL'));
  process.once('exit', endLoops);
  const startedAt = Date.now();
  const logFile = `.data/steady-${run}.log`;
  const log = openSync(logFile, 'w');
  const args = ['scripts/test/run.mjs', ...parts];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', log, log] });
  endLoops();
  const output = readFileSync(logFile, 'utf8');
  for (const [, name = ''] of output.matchAll(/^✗ (.*)/gm))
    failedRuns.set(name, [...(failedRuns.get(name) ?? []), run]);
  const minutes = Math.round((Date.now() - startedAt) / 6_000) / 10;
  const result = /^\d+ passed, .*/m.exec(output)?.[0] ?? `exit code ${status}`;
  rows.push({ run, isBusy, result, minutes, green: status === 0 });
  console.log(JSON.stringify(rows.at(-1)));
}
console.table(rows);
for (const [name, where] of failedRuns) console.log(`✗ ${name} (run ${where.join(', ')})`);
const green = rows.filter((row) => row.green).length;
console.log(`${green} passed, ${rows.length - green} failed`);
process.exit(green === rows.length ? 0 : 1);
