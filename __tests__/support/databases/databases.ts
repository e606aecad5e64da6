import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findRandomFreePort } from '../../../scripts/test/test-site';
import { waitForCondition } from '../until';

const ROOT = resolve('.');
const DATABASES_FOLDER = join(ROOT, '__tests__/support/databases');
const MIGRATIONS_FOLDER = join(ROOT, 'supabase/migrations');
const DATABASE_SCRIPTS = join(ROOT, 'scripts/db');
const FAULTS_FILE = join(DATABASES_FOLDER, 'faults.sql');
const CONFIG_FILE = join(ROOT, 'supabase/config.toml');
const LITE_PACKAGE = join(ROOT, 'node_modules/@supabase/lite/package.json');
const LITE_CLI = join(dirname(LITE_PACKAGE), 'dist/cli/index.js');

export type TestDatabase = {
  url: string;
  secretKey: string;
  publicKey: string;
  /** The JWT that came before the secret key; only real PostgreSQL takes it. */
  legacyKey?: string;
  /** Runs SQL as the owner; only real PostgreSQL can. */
  runSql?: (text: string) => Promise<Record<string, unknown>[]>;
  /** Stops the database while the tests go on. */
  simulateOutage: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts an empty Supabase Lite on PGlite with our migrations, on a free port. */
export async function startLite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'callwright-lite-'));
  await cp(await prepareMigratedLite(), folder, { recursive: true });

  const port = await findRandomFreePort();
  const config = await configureLite(folder, port);

  const secretKey = `sb_secret_${randomBytes(16).toString('hex')}`;
  const publicKey = `sb_publishable_${randomBytes(16).toString('hex')}`;
  const options = {
    cwd: folder,
    env: {
      ...getQuietEnv(),
      SUPABASE_SECRET_KEY: secretKey,
      SUPABASE_PUBLISHABLE_KEY: publicKey,
    },
  };
  const server = spawn(process.execPath, [LITE_CLI, 'start', '--no-admin', '--config', config], {
    ...options,
    stdio: 'ignore',
  });
  const kill = () => server.kill('SIGKILL');
  process.on('exit', kill);

  const url = `http://127.0.0.1:${port}`;
  await waitForDatabase(`${url}/rest/v1/strategy_sessions?limit=1`, secretKey, server);
  const simulateOutage = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill();
    await once(server, 'exit');
  };
  return {
    url,
    secretKey,
    publicKey,
    simulateOutage,
    async stop() {
      await simulateOutage();
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Prepares a data folder with our migrations applied. This is slower than the tests, so it is
 * kept until a migration, the settings or Supabase Lite change.
 */
async function prepareMigratedLite(): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(MIGRATIONS_FOLDER)).sort();
  const sources = [
    ...names.map((name) => join(MIGRATIONS_FOLDER, name)),
    FAULTS_FILE,
    CONFIG_FILE,
    LITE_PACKAGE,
  ];
  for (const file of sources) hash.update(`${file}\0`).update(await readFile(file));
  const cachedFolder = join(ROOT, '.data/contract', `lite-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(cachedFolder)) return cachedFolder;

  await mkdir(dirname(cachedFolder), { recursive: true });
  const folder = await mkdtemp(`${cachedFolder}-`);
  const migrations = join(folder, 'supabase/migrations');
  await cp(MIGRATIONS_FOLDER, migrations, { recursive: true });
  await cp(FAULTS_FILE, join(migrations, '99990101000000_faults.sql'));
  const config = await configureLite(folder, 0);
  const resetArgs = [LITE_CLI, 'db', 'reset', '--no-seed', '--config', config];
  await promisify(execFile)(process.execPath, resetArgs, { cwd: folder, env: getQuietEnv() });
  // Fails if another process has created the folder first.
  await rename(folder, cachedFolder).catch(() => rm(folder, { recursive: true }));
  return cachedFolder;
}

/** Writes the project's own settings with this folder's database and port; returns the file. */
async function configureLite(folder: string, port: number): Promise<string> {
  const file = join(folder, 'supabase/config.toml');
  const url = join(folder, 'pglite').replaceAll('\\', '/');
  const settings = await readFile(CONFIG_FILE, 'utf8');
  const derived = settings
    .replace(/^port = .*$/m, `port = ${port}`)
    .replace(/^url = .*$/m, `url = "${url}"`);
  await writeFile(file, derived);
  return file;
}

const getQuietEnv = () => ({ ...process.env, LITE_TELEMETRY: '0', DO_NOT_TRACK: '1' });

/**
 * Starts an empty PostgreSQL behind PostgREST with our migrations, on free ports, as a project that
 * got them today.
 *
 * @param hasDefaultGrants whether it got them before Supabase ended its default grants
 */
export async function startPostgres({ hasDefaultGrants = false } = {}): Promise<TestDatabase> {
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const files = [
    join(DATABASE_SCRIPTS, 'hosted-project.sql'),
    ...(hasDefaultGrants ? [join(DATABASE_SCRIPTS, 'default-grants.sql')] : []),
    ...names.map((name) => join(MIGRATIONS_FOLDER, name)),
    FAULTS_FILE,
  ];
  const server = fork(join(DATABASES_FOLDER, 'postgres-server.ts'), files, {
    cwd: ROOT,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  type Ready = Pick<TestDatabase, 'url' | 'secretKey' | 'publicKey' | 'legacyKey'>;
  const [ready] = (await once(server, 'message')) as [Ready & { failed?: string }];
  if (ready.failed) throw new Error(ready.failed);

  let lastId = 0;
  type Reply = { id: number; rows: Record<string, unknown>[]; error?: string };
  const sendCommand = (message: { sql: string } | { stopDatabase: true }) =>
    new Promise<Reply['rows']>((done, fail) => {
      const id = ++lastId;
      const handleReply = (reply: Reply) => {
        if (reply.id !== id) return;
        server.off('message', handleReply);
        if (reply.error) fail(new Error(reply.error));
        else done(reply.rows);
      };
      server.on('message', handleReply);
      server.send({ id, ...message });
    });
  return {
    ...ready,
    runSql: (text) => sendCommand({ sql: text }),
    simulateOutage: async () => void (await sendCommand({ stopDatabase: true })),
    async stop() {
      server.disconnect();
      await once(server, 'exit');
    },
  };
}

async function waitForDatabase(url: string, apikey: string, server: ChildProcess): Promise<void> {
  await waitForCondition(async () => {
    if (server.exitCode !== null) throw new Error(`Supabase Lite ended (${server.exitCode}).`);
    const response = await fetch(url, { headers: { apikey } }).catch(() => null);
    return response?.ok ?? false;
  }, `an answer at ${url}`);
}
