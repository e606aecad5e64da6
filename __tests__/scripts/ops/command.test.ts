import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { confirm, findSettings } from '@/scripts/ops/command';

jest.mock('node:readline/promises', () => ({ createInterface: jest.fn() }));

describe('the settings', () => {
  const SUPABASE_URL = 'https://project.supabase.example';
  const complete = { SUPABASE_URL, SUPABASE_SECRET_KEY: 'sb_secret_a', CALLS_OFF: 'true' };
  const local = { SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_SECRET_KEY: 'local' };
  let folder = '';
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'callwright-state-'))));
  afterEach(() => rm(folder, { recursive: true }));

  async function find(source: Record<string, string>, state = JSON.stringify({ settings: local })) {
    const file = join(folder, 'state.json');
    await writeFile(file, state);
    return findSettings({ NODE_ENV: 'test', ...source }, file);
  }

  test('are those of the environment if it names a database', async () => {
    const settings = { NODE_ENV: 'test', ...complete };
    expect(await find(complete)).toEqual({ settings, databaseName: SUPABASE_URL });
  });

  test('are otherwise those of the running local stack', async () => {
    expect(await find({ CALLS_OFF: 'true' })).toEqual({
      settings: { NODE_ENV: 'test', ...local, CALLS_OFF: 'true' },
      databaseName: 'the local database at http://127.0.0.1:1',
    });
  });

  test('must have both URL and key', async () => {
    await expect(find({ SUPABASE_URL })).rejects.toThrow('SUPABASE_SECRET_KEY is missing');
    const { SUPABASE_URL: _, ...half } = complete;
    await expect(find(half)).rejects.toThrow('SUPABASE_URL is missing');
  });

  test.each(['', '{}'])('cannot be found in the state file %p, which is said', async (state) => {
    await expect(find({}, state)).rejects.toThrow('start `npm run local` first');
  });
});

describe('before something is deleted', () => {
  const question = jest.fn<Promise<string>, [string]>();
  beforeEach(() => {
    jest.mocked(createInterface).mockReturnValue({ question, close: jest.fn() } as never);
    Object.defineProperty(process.stdin, 'isTTY', { configurable: true, value: true });
  });
  afterAll(() => void Reflect.deleteProperty(process.stdin, 'isTTY'));

  test.each(['y', 'yes', ' Y '])('a command goes on after %j', async (answer) => {
    question.mockResolvedValue(answer);
    await expect(confirm('Delete it?')).resolves.toBeUndefined();
    expect(question).toHaveBeenCalledWith('Delete it? [y/N] ');
  });

  test.each(['', 'n', 'no', 'yesterday', 'Jan'])('a command stops after %j', async (answer) => {
    question.mockResolvedValue(answer);
    await expect(confirm('Delete it?')).rejects.toThrow('Nothing was deleted.');
  });
});
