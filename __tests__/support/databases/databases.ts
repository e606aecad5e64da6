import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Processes } from '../../../local/processes';
import { startSupabaseLite } from '../../../local/supabase-lite';
import { findRandomFreePort } from '../../../scripts/test/test-site';

const ROOT = resolve('.');
const DATABASES_FOLDER = join(ROOT, '__tests__/support/databases');
const MIGRATIONS_FOLDER = join(ROOT, 'supabase/migrations');
const DATABASE_SCRIPTS = join(ROOT, 'scripts/db');

export type TestDatabase = {
  url: string;
  secretKey: string;
  publicKey: string;
  /** Runs SQL as the owner; only real PostgreSQL can. */
  runSql?: (text: string) => Promise<Record<string, unknown>[]>;
  /** Stops the database while the tests go on. */
  simulateOutage: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a new Supabase Lite with our migrations and examples, as `npm run local` does. */
export async function startLite(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'callwright-lite-'));
  const processes = new Processes();
  const firstPort = await findRandomFreePort();
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = await startSupabaseLite(processes, {
    dataDir,
    firstPort,
  });
  return {
    url,
    secretKey,
    publicKey: secretKey.replace('secret', 'publishable'),
    simulateOutage: () => processes.stop(),
    async stop() {
      await processes.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

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
    join(DATABASES_FOLDER, 'faults.sql'),
  ];
  const server = fork(join(DATABASES_FOLDER, 'postgres-server.ts'), files, {
    cwd: ROOT,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  type Ready = Pick<TestDatabase, 'url' | 'secretKey' | 'publicKey'>;
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
