/** @jest-environment node */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '@/local/site';
import { startStack } from '@/local/stack';

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
