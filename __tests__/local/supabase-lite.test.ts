/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Processes } from '@/local/processes';
import { startSupabaseLite } from '@/local/supabase-lite';

const CLI_FILE = resolve('node_modules/@supabase/lite/dist/cli/index.js');

describe('on the data of a checkout with other migrations', () => {
  const processes = new Processes();
  let folder: string;
  let dataDir: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'callwright-local-'));
    dataDir = join(folder, 'data');
    const url = JSON.stringify(join(dataDir, 'pglite'));
    const config = readFileSync('supabase/config.toml', 'utf8');
    const migrations = join(folder, 'supabase/migrations');
    mkdirSync(migrations, { recursive: true });
    writeFileSync(
      join(folder, 'supabase/config.toml'),
      config.replace(/^url = .*$/m, `url = ${url}`),
    );
    writeFileSync(join(migrations, '20261101000000_earlier.sql'), 'create table public.calls ();');
    await processes.run({
      name: 'the migration of the earlier checkout',
      args: [CLI_FILE, 'db', 'reset', '--no-seed'],
      cwd: folder,
      logFile: join(folder, 'reset.log'),
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('it says in one sentence what to do', async () => {
    const starting = startSupabaseLite(processes, { dataDir, firstPort: 54321 });
    await expect(starting).rejects.toThrow(
      `The migrations do not fit the data in ${dataDir} (see ` +
        `${join(dataDir, 'logs', 'migrations.log')}); "npm run local -- --reset" deletes it and ` +
        'starts with an empty database.',
    );
  });
});
