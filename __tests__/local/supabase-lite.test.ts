import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@/local/ports';
import { type Part, Processes } from '@/local/processes';
import { startSupabaseLite } from '@/local/supabase-lite';

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'callwright-local-'))));
afterEach(() => rmSync(dataDir, { recursive: true }));

const readConfig = (name: string) =>
  RegExp(`^${name} = "?([^"]*?)"?$`, 'm').exec(
    readFileSync(join(dataDir, 'config.toml'), 'utf8'),
  )?.[1] ?? '';

/** Starts with migrations that do this; `commands` are those of the database's program. */
function startWith(migrate: () => unknown, firstPort = 54321) {
  const processes = new Processes();
  const commands: string[][] = [];
  jest.spyOn(processes, 'start').mockResolvedValue('');
  jest.spyOn(processes, 'run').mockImplementation(async ({ args }: Part) => {
    commands.push(args.slice(2, 4));
    mkdirSync(readConfig('url'), { recursive: true });
    writeFileSync(join(readConfig('url'), 'PG_VERSION'), '17');
    await migrate();
  });
  return { commands, starting: startSupabaseLite(processes, { dataDir, firstPort }) };
}
const fail = () => Promise.reject(new Error('exit code 1'));

test('is made anew, with its seed, after a first start that was interrupted', async () => {
  await expect(startWith(fail).starting).rejects.toThrow('exit code 1');
  const second = startWith(() => {});
  await second.starting;
  expect(second.commands).toEqual([['db', 'reset']]);
  const third = startWith(() => {});
  await third.starting;
  expect(third.commands).toEqual([['migration', 'up']]);
});

test('says in one sentence what to do if the migrations do not fit its data', async () => {
  await startWith(() => {}).starting;
  await expect(startWith(fail).starting).rejects.toThrow(
    `The migrations do not fit the data in ${dataDir} (see ` +
      `${join(dataDir, 'logs', 'migrations.log')}); "npm run local -- --reset" deletes it and ` +
      'starts with an empty database.',
  );
});

test('leaves the port to a program that took it during the migrations', async () => {
  const firstPort = await findFreePort(54321);
  const other = createServer();
  const takePort = () =>
    new Promise<void>((resolve) => void other.listen(firstPort, '127.0.0.1', resolve));
  const { SUPABASE_URL } = await startWith(takePort, firstPort).starting;
  other.close();
  expect(SUPABASE_URL).not.toContain(`:${firstPort}`);
  expect(SUPABASE_URL).toContain(`:${readConfig('port')}`);
});
