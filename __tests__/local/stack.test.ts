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
import { startSite } from '@/local/site';
import { deleteData, startStack } from '@/local/stack';

const mockDatabase = { SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_SECRET_KEY: 'key' };
jest.mock('@/local/supabase-lite', () => ({ startSupabaseLite: async () => mockDatabase }));
jest.mock('@/local/voice/start-voice', () => ({ startVoice: async () => ({}) }));
jest.mock('@/local/site', () => ({ startSite: jest.fn() }));

jest.spyOn(console, 'log').mockImplementation();
const dataDir = mkdtempSync(join(tmpdir(), 'stack-'));
const stateFile = join(dataDir, 'state.json');
afterAll(() => rmSync(dataDir, { recursive: true }));

test('a second start finds the database while the site is still built', async () => {
  let found: unknown;
  jest.mocked(startSite).mockImplementation(async () => {
    found = JSON.parse(readFileSync(stateFile, 'utf8'));
    throw new Error('The build failed.');
  });
  const options = { mode: 'production', distDir: '.next', port: 3000 } as const;
  await expect(startStack({ ...options, dataDir })).rejects.toThrow('The build failed.');
  expect(found).toMatchObject({ settings: mockDatabase });
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
