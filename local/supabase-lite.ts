import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort } from './ports';
import { type Processes, waitForAnswer } from './processes/processes';

const CLI_FILE = resolve('node_modules/@supabase/lite/dist/cli/index.js');

export interface SupabaseLite {
  /** Base URL for supabase-js; its root is the Studio table editor. */
  url: string;
  secretKey: string;
  publishableKey: string;
  /** Kills the database and starts it again on the same data. */
  restart: () => Promise<void>;
}

/** Starts Supabase Lite and applies new migrations, and the seed in a new (absolute) `dataDir`. */
export async function startSupabaseLite(
  processes: Processes,
  { dataDir, firstPort, taken }: { dataDir: string; firstPort: number; taken: readonly number[] },
): Promise<SupabaseLite> {
  const databaseFolder = join(dataDir, 'pglite');
  const isNew = !existsSync(join(databaseFolder, 'PG_VERSION'));
  const keys = readOrCreateKeys(dataDir);
  const config = join(dataDir, 'config.toml');
  writeConfig(config, databaseFolder, firstPort);
  const env = {
    ...process.env,
    LITE_TELEMETRY: '0',
    DO_NOT_TRACK: '1',
    SUPABASE_SECRET_KEY: keys.secretKey,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
  };
  const getLogFile = (name: string) => join(dataDir, 'logs', `${name}.log`);
  const migration = processes.run({
    name: 'the migration of the embedded database',
    args: [
      CLI_FILE,
      '--verbose',
      ...(isNew ? ['db', 'reset'] : ['migration', 'up']),
      '--config',
      config,
    ],
    env,
    logFile: getLogFile('migrations'),
  });
  await migration.catch((error: Error) => {
    if (isNew) throw error;
    // Another checkout has made the data, or a new migration fails.
    throw new Error(
      `The migrations do not fit the data in ${dataDir} (see ${getLogFile('migrations')}); ` +
        '"npm run local -- --reset" deletes it and starts with an empty database.',
    );
  });
  if (!existsSync(join(databaseFolder, 'PG_VERSION'))) {
    throw new Error(`The embedded database is not PGlite; see ${getLogFile('migrations')}.`);
  }

  // Another stack may take a port during the migrations, so it is chosen after them.
  const port = await findFreePort(firstPort, taken);
  writeConfig(config, databaseFolder, port);
  const url = `http://127.0.0.1:${port}`;
  const serve = async () => {
    processes.start({
      name: 'the embedded database',
      args: [CLI_FILE, 'start', '--config', config],
      env,
      logFile: getLogFile('database'),
    });
    await waitForAnswer(`${url}/rest/v1/`, processes.crashed);
  };
  await serve();
  return {
    url,
    ...keys,
    restart: async () => {
      await processes.kill('the embedded database');
      await serve();
    },
  };
}

/** Copies supabase/config.toml with this run's port and data folder. */
function writeConfig(file: string, database: string, port: number): void {
  const config = readFileSync('supabase/config.toml', 'utf8')
    .replace(/^port = .*$/m, `port = ${port}`)
    .replace(/^url = .*$/m, `url = ${JSON.stringify(database)}`);
  writeFileSync(file, config);
}

function readOrCreateKeys(dataDir: string): { secretKey: string; publishableKey: string } {
  const file = join(dataDir, 'keys.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  mkdirSync(dataDir, { recursive: true });
  const keys = {
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
  };
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}
