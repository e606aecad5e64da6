/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findConnection } from '@/scripts/ops/connection';

const completeSettings = {
  SUPABASE_URL: 'https://project.supabase.example',
  SUPABASE_SECRET_KEY: 'sb_secret_a',
};
const localState = { supabaseUrl: 'http://127.0.0.1:1', supabaseSecretKey: 'local' };
const findConnectionFrom = (source: Record<string, string>, file = 'missing.json') =>
  findConnection({ NODE_ENV: 'test', ...source }, file);

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'callwright-state-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function writeStateFile(state: unknown) {
  const file = join(folder, 'state.json');
  await writeFile(file, typeof state === 'string' ? state : JSON.stringify(state));
  return file;
}

test('uses the database of the environment', async () => {
  const state = await writeStateFile(localState);
  expect(await findConnectionFrom(completeSettings, state)).toMatchObject({
    supabaseUrl: completeSettings.SUPABASE_URL,
    supabaseSecretKey: 'sb_secret_a',
    name: completeSettings.SUPABASE_URL,
  });
});

test('uses the running local database without settings', async () => {
  const state = await writeStateFile(localState);
  expect(await findConnectionFrom({}, state)).toEqual({
    supabaseUrl: 'http://127.0.0.1:1',
    supabaseSecretKey: 'local',
    name: 'the local database at http://127.0.0.1:1',
  });
});

test.each([
  ['SUPABASE_SECRET_KEY', { SUPABASE_URL: completeSettings.SUPABASE_URL }],
  ['SUPABASE_URL', { SUPABASE_SECRET_KEY: 'sb_secret_a' }],
])('fails if only one of URL and key is set: %s', async (name, half) => {
  const state = await writeStateFile(localState);
  await expect(findConnectionFrom(half as Record<string, string>, state)).rejects.toThrow(
    `${name} is missing`,
  );
});

test.each(['', '{', '{}', '{"supabaseUrl":"http://127.0.0.1:1"}'])(
  'fails with advice if the state file is missing or invalid: %p',
  async (text) => {
    await expect(findConnectionFrom({}, await writeStateFile(text))).rejects.toThrow(
      'start `npm run local` first',
    );
  },
);
