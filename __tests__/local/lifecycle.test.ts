import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pidtree from 'pidtree';

import { buildRequest } from '@/__tests__/support/contact-form';
import { Processes } from '@/local/processes';
import { settingsSchema } from '@/lib/settings/rules';
import { startSite } from '@/local/site';
import { getServerFile } from '@/scripts/build/build-site';
import { isProcessAlive } from '@/__tests__/support/is-alive';
import { settingsWithoutDatabase } from '@/scripts/test/next-alone';
import { NO_PROCESS_GROUPS } from '@/__tests__/support/no-groups.mjs';
import { waitForCondition } from '@/__tests__/support/until';
import { TEST_DIST_DIR, getTestPort } from '@/scripts/test/test-site';
import { getNpmCommand } from '@/scripts/npm.mjs';

interface State {
  pids: number[];
  settings: Record<string, string>;
}

let dataDir: string;
let port: number;

beforeAll(async () => {
  mkdirSync('.data', { recursive: true });
  dataDir = mkdtempSync(join('.data', 'lifecycle-'));
  port = await getTestPort();
});

const started: ChildProcess[] = [];
// A test that fails may leave a stack, which would take the port from the next.
afterEach(async () => {
  const alive = started.splice(0).flatMap(({ pid }) => (pid && isProcessAlive(pid) ? [pid] : []));
  // It may be ending by itself.
  const listTree = (pid: number) => pidtree(pid, { root: true }).catch(() => []);
  const parts = (await Promise.all(alive.map(listTree))).flat();
  for (const part of parts.filter(isProcessAlive)) process.kill(part, 'SIGKILL');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function runNpmLocal(...args: string[]): { npm: ChildProcess; output: () => string } {
  const local = ['run', 'local', '--', '--data', dataDir, '--dist', TEST_DIST_DIR, ...args];
  const npm = spawn(...getNpmCommand(local), {
    env: {
      ...process.env,
      // Not those of a developer's own .env.
      ...Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, ''])),
      PORT: String(port),
      NODE_OPTIONS: `--import=${NO_PROCESS_GROUPS}`,
    },
  });
  started.push(npm);
  let text = '';
  npm.stdout.on('data', (chunk) => (text += chunk));
  npm.stderr.on('data', (chunk) => (text += chunk));
  return { npm, output: () => text };
}

async function waitForStart(
  ...args: string[]
): Promise<ReturnType<typeof runNpmLocal> & { state: State }> {
  const run = runNpmLocal(...args);
  await waitForCondition(
    () => run.output().includes('Dashboard') || run.npm.exitCode !== null,
    'starting the stack',
    120,
  );
  expect(run.output()).toContain(`http://localhost:${port}`);
  return { ...run, state: readState() };
}

const readState = () => JSON.parse(readFileSync(join(dataDir, 'state.json'), 'utf8')) as State;

const listSurvivors = (pids: number[]) => pids.filter(isProcessAlive);

const listDescendants = ({ npm }: { npm: ChildProcess }) => pidtree(npm.pid ?? 0);

/** The process of local/main.ts, which has started the parts. */
async function readCommand({ npm, state }: { npm: ChildProcess; state: State }): Promise<number> {
  const tree = await pidtree(npm.pid ?? 0, { advanced: true });
  const part = tree.find(({ pid }) => pid === state.pids[0]);
  if (!part) throw new Error('npm has not started the parts');
  return part.ppid;
}

const fetchRows = async ({ settings }: State, init: RequestInit = {}) =>
  fetch(`${settings['SUPABASE_URL']}/rest/v1/strategy_sessions`, {
    ...init,
    headers: { apikey: settings['SUPABASE_SECRET_KEY'] ?? '', 'Content-Type': 'application/json' },
  });

async function readCallRefusal(): Promise<string | null> {
  const response = await fetch(`http://localhost:${port}/api/call`);
  return ((await response.json()) as { refusal: string | null }).refusal;
}

/**
 * The checks of `npm run doctor`, a call included, that do not simply pass; throws where one of
 * them fails.
 */
function listUnusualChecks({ settings }: State): string[] {
  const node = ['--import', 'tsx', '--conditions=react-server'];
  const args = [...node, 'scripts/ops/doctor.ts', '--call'];
  const doctorOutput = execFileSync(process.execPath, args, {
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  });
  // What `leftovers` finds depends on the owner's words.
  return Array.from(
    doctorOutput.matchAll(/^[!✗–] (?!leftovers)([\w ]+):/gm),
    ([, name]) => `${name}`,
  );
}

test('starts everything, leaves no process, and keeps its data until --reset', async () => {
  const first = await waitForStart();
  const firstPids = await listDescendants(first);
  expect(firstPids.length).toBeGreaterThanOrEqual(4);
  expect((await fetch(`http://localhost:${port}`)).status).toBe(200);
  const body = JSON.stringify(buildRequest({ email: 'kept@example.com' }));
  expect((await fetchRows(first.state, { method: 'POST', body })).status).toBe(201);
  // On a busy machine, the first questions to a new database come back too late.
  await waitForCondition(async () => (await readCallRefusal()) === null, 'the first calls');
  expect(listUnusualChecks(first.state)).toEqual(['privileges']);

  const second = runNpmLocal();
  await waitForCondition(() => second.npm.exitCode !== null, 'refusing a second start');
  expect(second.output()).toContain(`It already runs at http://localhost:${port}`);
  expect(second.npm.exitCode).toBe(1);

  // Ctrl-C: the terminal signals npm and the command.
  const firstCommand = await readCommand(first);
  for (const pid of [first.npm.pid ?? 0, firstCommand]) process.kill(pid, 'SIGINT');
  await waitForCondition(() => listSurvivors(firstPids).length === 0, 'ending after Ctrl-C');
  expect(existsSync(join(dataDir, 'state.json'))).toBe(false);

  const afterRestart = await waitForStart();
  expect(await (await fetchRows(afterRestart.state)).text()).toContain('kept@example.com');
  const pids = await listDescendants(afterRestart);
  process.kill(afterRestart.npm.pid ?? 0, 'SIGTERM');
  await waitForCondition(() => listSurvivors(pids).length === 0, 'the end after a signal to npm');

  const toCrash = await waitForStart('--reset');
  expect(await (await fetchRows(toCrash.state)).text()).not.toContain('kept@example.com');
  const crashPids = await listDescendants(toCrash);
  process.kill(toCrash.state.pids[0] ?? 0, 'SIGKILL');
  await waitForCondition(() => listSurvivors(crashPids).length === 0, 'ending after a crash');
  expect(toCrash.output()).toContain('ended unexpectedly');
  await waitForCondition(() => toCrash.npm.exitCode !== null, 'the end of npm');
  expect(toCrash.npm.exitCode).not.toBe(0);
}, 240_000);

test('stops in order on a signal while the site is still built', async () => {
  const run = runNpmLocal();
  await waitForCondition(() => run.output().includes('Starting the site'), 'the database', 60);
  const pids = await listDescendants(run);
  process.kill(await readCommand({ ...run, state: readState() }), 'SIGINT');
  await waitForCondition(() => listSurvivors(pids).length === 0, 'the end');
  expect(existsSync(join(dataDir, 'state.json'))).toBe(false);
  expect(run.output()).toMatch(/Stopping …\n*$/);
}, 90_000);

test('fails if another program takes the port during the start', async () => {
  const squatter = createHttpServer((_, response) => response.end('hello'));
  await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve));
  const processes = new Processes();
  const site = startSite(processes, {
    port,
    siteUrl: `http://localhost:${port}`,
    distDir: TEST_DIST_DIR,
    settings: settingsWithoutDatabase,
    logDir: join(dataDir, 'logs'),
  });
  await expect(site).rejects.toThrow('the site ended unexpectedly');
  expect(readFileSync(join(dataDir, 'logs', 'site.log'), 'utf8')).toContain(
    `Port ${port} is taken. Choose another with PORT=…`,
  );
  await processes.stop();
  await new Promise((resolve) => squatter.close(resolve));
}, 120_000);

/** Runs the server of the shared build, and waits until it listens or ends. */
async function runServer(cwd = process.cwd()) {
  const server = spawn(process.execPath, [getServerFile(TEST_DIST_DIR)], {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_DIST_DIR: TEST_DIST_DIR,
      PORT: String(port),
      SITE_URL: `http://localhost:${port}`,
      ...settingsWithoutDatabase,
    },
  });
  started.push(server);
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text) => (output += text));
  await waitForCondition(
    () => output.includes('"listening"') || server.exitCode !== null,
    'the start',
  );
  return { server, output };
}

describe('the server in a folder with nothing but a build', () => {
  // Outside of the repository, where Next would look for next.config.ts further up.
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  beforeAll(() => {
    for (const path of ['package.json', 'node_modules', 'public', TEST_DIST_DIR])
      symlinkSync(resolve(path), join(folder, path));
  });
  afterEach(() => rmSync(join(folder, '.env'), { force: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('takes its configuration from the build', async () => {
    const { server } = await runServer(folder);
    const page = await fetch(`http://127.0.0.1:${port}/outreach`);
    expect(page.status).toBe(200);
    // Both are set in next.config.ts.
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(page.headers.has('x-powered-by')).toBe(false);
    server.kill();
    await waitForCondition(() => server.exitCode !== null, 'the end');
  }, 60_000);

  test.each([
    ['of another build', 'HSTS="max-age=300"', /made with HSTS=.*, now it is max-age=300\./],
    ['that is wrong', 'RETENTION_MONTHS=0', /"RETENTION_MONTHS","reason":"must be .*"/],
  ])('ends if its .env has a setting %s', async (_what, line, reason) => {
    writeFileSync(join(folder, '.env'), line);
    const { server, output } = await runServer(folder);
    expect([server.exitCode, output]).toEqual([1, expect.stringMatching(reason)]);
  });
});

test('the server answers although nobody reads its log, and stops at once', async () => {
  const { server } = await runServer();
  server.stdout.destroy();
  server.stderr.destroy();
  for (let index = 0; index < 6; index++) {
    const logged = await fetch(`http://127.0.0.1:${port}/api/health`, {
      signal: AbortSignal.timeout(5000),
    });
    expect(logged.status).toBe(200);
  }
  // As browsers open them in advance.
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');
  server.kill();
  await waitForCondition(() => server.exitCode !== null, 'the end', 5);
  expect(server.exitCode).toBe(0);
}, 60_000);
