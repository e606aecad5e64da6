import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort } from './ports';
import type { Processes } from './processes';

const CLI_FILE = resolve('node_modules/@supabase/lite/dist/cli/index.js');

/** Applies new migrations, and the seed in a new (absolute) `dataDir`; returns its settings. */
export async function startSupabaseLite(
  processes: Processes,
  { dataDir, firstPort }: { dataDir: string; firstPort: number },
) {
  const databaseFolder = join(dataDir, 'pglite');
  const isNew = !existsSync(join(databaseFolder, 'PG_VERSION'));
  // A first start that is interrupted leaves no database without the seed.
  const migratedFolder = isNew ? join(dataDir, 'pglite-unfinished') : databaseFolder;
  if (isNew) rmSync(migratedFolder, { recursive: true, force: true });
  const config = join(dataDir, 'config.toml');
  const writeConfig = (folder: string, port: number) =>
    writeFileSync(
      config,
      readFileSync('supabase/config.toml', 'utf8')
        .replace(/^port = .*$/m, `port = ${port}`)
        .replace(/^url = .*$/m, `url = ${JSON.stringify(folder)}`),
    );
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
  const migrationLog = join(dataDir, 'logs', 'migrations.log');
  const command = isNew ? ['db', 'reset'] : ['migration', 'up'];
  writeConfig(migratedFolder, firstPort);
  try {
    await processes.run({
      name: 'the migration of the embedded database',
      args: [CLI_FILE, '--verbose', ...command, '--config', config],
      env,
      logFile: migrationLog,
    });
  } catch (error) {
    if (isNew) throw error;
    // Another checkout has made the data, or a new migration fails.
    throw new Error(
      `The migrations do not fit the data in ${dataDir} (see ${migrationLog}); ` +
        '"npm run local -- --reset" deletes it and starts with an empty database.',
    );
  }
  if (!existsSync(join(migratedFolder, 'PG_VERSION')))
    throw new Error(`The embedded database is not PGlite; see ${migrationLog}.`);
  if (isNew) {
    rmSync(databaseFolder, { recursive: true, force: true });
    renameSync(migratedFolder, databaseFolder);
  }

  // Only now: another stack may have taken the port during the migrations. With port 0, the
  // database would not tell which one it got.
  const port = await findFreePort(firstPort);
  writeConfig(databaseFolder, port);
  await processes.start({
    name: 'the embedded database',
    args: [CLI_FILE, 'start', '--config', config],
    env,
    logFile: join(dataDir, 'logs', 'database.log'),
    ready: /Ready in/,
  });
  return { SUPABASE_URL: `http://127.0.0.1:${port}`, SUPABASE_SECRET_KEY: secretKey };
}
