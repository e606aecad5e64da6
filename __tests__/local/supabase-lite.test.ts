/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '@/local/ports';
import { type Part, Processes } from '@/local/processes';
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

describe('a new database', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'callwright-local-'))));
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const readConfig = (name: string) =>
    RegExp(`^${name} = "?([^"]*?)"?$`, 'm').exec(
      readFileSync(join(dataDir, 'config.toml'), 'utf8'),
    )?.[1] ?? '';
  const startWith = (firstPort: number, migrate: () => void | Promise<void>) => {
    const processes = new Processes();
    const commands: string[][] = [];
    const run = async ({ args }: Part) => {
      commands.push(args.slice(2, 4));
      mkdirSync(readConfig('url'), { recursive: true });
      writeFileSync(join(readConfig('url'), 'PG_VERSION'), '17');
      await migrate();
    };
    jest.spyOn(processes, 'run').mockImplementation(run);
    jest.spyOn(processes, 'start').mockResolvedValue('');
    return { commands, starting: startSupabaseLite(processes, { dataDir, firstPort }) };
  };

  test('is made anew, with its seed, after a first start that was interrupted', async () => {
    const interrupted = startWith(54321, () => Promise.reject(new Error('SIGKILL')));
    await expect(interrupted.starting).rejects.toThrow('SIGKILL');
    const second = startWith(54321, () => {});
    await second.starting;
    expect(second.commands).toEqual([['db', 'reset']]);
    const third = startWith(54321, () => {});
    await third.starting;
    expect(third.commands).toEqual([['migration', 'up']]);
  });

  test('leaves the port to a program that took it during the migrations', async () => {
    const firstPort = await findFreePort(54321);
    const other = createServer();
    const { starting } = startWith(firstPort, async () => {
      await new Promise<void>((resolve) => other.listen(firstPort, '127.0.0.1', resolve));
    });
    const { SUPABASE_URL } = await starting;
    other.close();
    expect(SUPABASE_URL).not.toContain(`:${firstPort}`);
    expect(SUPABASE_URL).toContain(`:${readConfig('port')}`);
  });
});
