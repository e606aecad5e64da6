import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isProcessAlive } from '@/__tests__/support/is-alive';
import { Processes } from '@/local/processes';
import { NO_PROCESS_GROUPS } from '@/__tests__/support/no-groups.mjs';
import { waitForCondition } from '@/__tests__/support/until';

const folders: string[] = [];
afterAll(() => folders.forEach((each) => rmSync(each, { recursive: true, force: true })));

const KEEP_ALIVE_CODE = 'setInterval(() => {}, 1000);';

/** A part whose child ignores SIGTERM. It notes both process ids. */
const createPartScript = () => `
  const { spawn } = require('node:child_process');
  const deaf = "process.on('SIGTERM', () => {}); console.log('deaf'); ${KEEP_ALIVE_CODE}";
  const child = spawn(process.execPath, ['-e', deaf]);
  child.stdout.once('data', () =>
    require('node:fs').writeFileSync('pids.json', JSON.stringify([process.pid, child.pid])));
  ${KEEP_ALIVE_CODE}`;

/** Runs a part in its own process, which stops it when something comes on stdin. */
async function runPart() {
  mkdirSync('.data', { recursive: true });
  const folder = mkdtempSync(join('.data', 'processes-'));
  folders.push(folder);
  const toUrl = (file: string) => JSON.stringify(pathToFileURL(file).href);
  writeFileSync(join(folder, 'part.cjs'), createPartScript());
  writeFileSync(
    join(folder, 'command.ts'),
    `import { Processes } from ${toUrl('local/processes.ts')};
     const processes = new Processes();
     const cwd = import.meta.dirname;
     const logFile = cwd + '/part.log';
     void processes.start({ name: 'part', args: ['part.cjs'], cwd, logFile, ready: /never/ }).catch(() => {});
     // Jest may kill its worker during a test, to free memory, and run the test again.
     for (const event of ['data', 'end'])
       process.stdin.once(event, async () => { await processes.stop(); process.exit(); });`,
  );
  const command = spawn(process.execPath, ['--import', 'tsx', join(folder, 'command.ts')], {
    env: { ...process.env, NODE_OPTIONS: `--import=${NO_PROCESS_GROUPS}` },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  let pids: number[] = [];
  const readNotedIds = () => {
    try {
      pids = JSON.parse(readFileSync(join(folder, 'pids.json'), 'utf8'));
    } catch {
      // Not yet.
    }
    return pids.length === 2;
  };
  await waitForCondition(readNotedIds, 'the start of the part');
  return { command, pids };
}

/** Waits until all processes have ended, and ends those that a failed test has left running. */
async function waitForEnd(pids: number[], more: number[] = []) {
  try {
    await waitForCondition(() => !pids.some(isProcessAlive), 'the end of the processes', 15);
  } finally {
    for (const pid of [...pids, ...more].filter(isProcessAlive)) process.kill(pid, 'SIGKILL');
  }
}

// They wait for most of their time.
test.concurrent.each<[what: string, act: (part: Awaited<ReturnType<typeof runPart>>) => unknown]>([
  ['stop() ends all processes of a part', ({ command }) => command.stdin.write('now')],
  ['a killed command leaves no part running', ({ command }) => command.kill('SIGKILL')],
  ['ends the children of a killed process', ({ pids }) => process.kill(pids[0] ?? 0, 'SIGKILL')],
])('%s, without process groups', async (_what, act) => {
  const part = await runPart();
  act(part);
  await waitForEnd(part.pids, [part.command.pid ?? 0]);
});

test('stop() ends the last part first', async () => {
  const folder = mkdtempSync(join('.data', 'processes-'));
  folders.push(folder);
  const processes = new Processes();
  for (const [name, endMs] of Object.entries({ database: 0, site: 300 })) {
    const note = `require('node:fs').appendFileSync('ended', '${name} ')`;
    const code = `process.on('SIGTERM', () => setTimeout(() => { ${note}; process.exit() }, ${endMs}));
      console.log('ready'); ${KEEP_ALIVE_CODE}`;
    const logFile = join(folder, `${name}.log`);
    await processes.start({ name, args: ['-e', code], cwd: folder, logFile, ready: /ready/ });
  }
  await processes.stop();
  expect(readFileSync(join(folder, 'ended'), 'utf8')).toBe('site database ');
});
