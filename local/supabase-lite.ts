import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort } from './ports';
import type { Processes } from './processes';

const CLI_FILE = resolve('node_modules/@supabase/lite/dist/cli/index.js');

interface LiteOptions {
  /** Absolute. */
  dataDir: string;
  firstPort: number;
}

/** Applies new migrations, and the seed in a new `dataDir`. Returns the database's settings. */
export async function startSupabaseLite(processes: Processes, options: LiteOptions) {
  const { dataDir, firstPort } = options;
  // No secrets: only this machine reaches the database. They tell two databases apart.
  const key = createHash('sha256').update(dataDir).digest('hex');
  const secretKey = `sb_secret_local_${key}`;
  const env = {
    ...process.env,
    LITE_TELEMETRY: '0',
    DO_NOT_TRACK: '1',
    SUPABASE_SECRET_KEY: secretKey,
    SUPABASE_PUBLISHABLE_KEY: `sb_publishable_local_${key}`,
  };
  await migrate(processes, options, env);
  // Only now: another stack may have taken the port during the migrations. With port 0, the
  // database would not tell which one it got.
  const port = await findFreePort(firstPort);
  await processes.start({
    name: 'the embedded database',
    args: [CLI_FILE, 'start', '--config', writeConfig(dataDir, port)],
    env,
    logFile: join(dataDir, 'logs', 'database.log'),
    ready: /Ready in/,
  });
  return { SUPABASE_URL: `http://127.0.0.1:${port}`, SUPABASE_SECRET_KEY: secretKey };
}

/** Throws a sentence that says what to do. */
async function migrate(
  processes: Processes,
  { dataDir, firstPort }: LiteOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const folder = join(dataDir, 'pglite');
  const version = join(folder, 'PG_VERSION');
  // A first start that is interrupted leaves no database without the seed.
  const unfinished = join(dataDir, 'unfinished');
  const isNew = existsSync(unfinished) || !existsSync(version);
  if (isNew) {
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(unfinished, '');
  }
  const command = isNew ? ['db', 'reset'] : ['migration', 'up'];
  const logFile = join(dataDir, 'logs', 'migrations.log');
  try {
    await processes.run({
      name: 'the migration of the embedded database',
      args: [CLI_FILE, '--verbose', ...command, '--config', writeConfig(dataDir, firstPort)],
      env,
      logFile,
    });
  } catch (error) {
    if (isNew) throw error;
    // Another checkout has made the data, or a new migration fails.
    throw new Error(
      `The migrations do not fit the data in ${dataDir} (see ${logFile}); ` +
        '"npm run local -- --reset" deletes it and starts with an empty database.',
    );
  }
  if (!existsSync(version)) throw new Error(`The embedded database is not PGlite; see ${logFile}.`);
  rmSync(unfinished, { force: true });
}

function writeConfig(dataDir: string, port: number): string {
  const config = readFileSync('supabase/config.toml', 'utf8')
    .replace(/^port = .*$/m, `port = ${port}`)
    .replace(/^url = .*$/m, `url = ${JSON.stringify(join(dataDir, 'pglite'))}`);
  const file = join(dataDir, 'config.toml');
  writeFileSync(file, config);
  return file;
}
