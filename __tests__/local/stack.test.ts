import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteData, startStack } from '@/local/stack';

jest.spyOn(console, 'log').mockImplementation();
const dataDir = mkdtempSync(join(tmpdir(), 'stack-'));
const stateFile = join(dataDir, 'state.json');
afterAll(() => rmSync(dataDir, { recursive: true }));

test('a second start finds the database while the site is still built', async () => {
  const database = { SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_SECRET_KEY: 'key' };
  let found: unknown;
  const starting = startStack(
    { mode: 'production', distDir: '.next', port: 3000, dataDir },
    {
      startSupabaseLite: async () => database,
      startVoice: async () => ({}),
      startSite: async () => {
        found = JSON.parse(readFileSync(stateFile, 'utf8'));
        throw new Error('The build failed.');
      },
    },
  );
  await expect(starting).rejects.toThrow('The build failed.');
  expect(found).toMatchObject({ settings: database });
  expect(existsSync(stateFile)).toBe(false);
});

test('a reset deletes what a stack has made, and nothing else', () => {
  const folder = mkdtempSync(join(dataDir, 'data-'));
  for (const name of ['pglite', 'logs', 'photos']) mkdirSync(join(folder, name));
  for (const name of ['config.toml', 'state.json', 'letter.txt', 'pglite/PG_VERSION'])
    writeFileSync(join(folder, name), '');
  deleteData(folder);
  expect(readdirSync(folder)).toEqual(['letter.txt', 'photos']);
});
