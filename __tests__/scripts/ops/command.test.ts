/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { confirm, findSettings } from '@/scripts/ops/command';

jest.mock('node:readline/promises', () => ({ createInterface: jest.fn() }));

describe('the settings', () => {
  const complete = {
    SUPABASE_URL: 'https://project.supabase.example',
    SUPABASE_SECRET_KEY: 'sb_secret_a',
  };
  const local = {
    SUPABASE_URL: 'http://127.0.0.1:1',
    SUPABASE_SECRET_KEY: 'local',
    VAPI_ASSISTANT_ID: 'demo-en',
  };
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'callwright-state-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function find(source: Record<string, string>, state: unknown = { settings: local }) {
    const file = join(folder, 'state.json');
    await writeFile(file, typeof state === 'string' ? state : JSON.stringify(state));
    return findSettings({ NODE_ENV: 'test', ...source }, file);
  }

  test('are those of the environment if it names a database', async () => {
    expect(await find({ ...complete, CALLS_OFF: 'true' })).toEqual({
      settings: { NODE_ENV: 'test', ...complete, CALLS_OFF: 'true' },
      databaseName: complete.SUPABASE_URL,
    });
  });

  test('are otherwise those of the running local stack', async () => {
    expect(await find({ VAPI_ASSISTANT_ID: 'mine', CALLS_OFF: 'true' })).toEqual({
      settings: { NODE_ENV: 'test', ...local, CALLS_OFF: 'true' },
      databaseName: 'the local database at http://127.0.0.1:1',
    });
  });

  test.each([
    ['SUPABASE_SECRET_KEY', { SUPABASE_URL: complete.SUPABASE_URL }],
    ['SUPABASE_URL', { SUPABASE_SECRET_KEY: 'sb_secret_a' }],
  ])('must have both URL and key: %s', async (name, half) => {
    await expect(find(half as Record<string, string>)).rejects.toThrow(`${name} is missing`);
  });

  test.each(['', '{', '{}'])(
    'cannot be found in the state file %p, which is said with advice',
    async (state) => {
      await expect(find({}, state)).rejects.toThrow('start `npm run local` first');
    },
  );
});

describe('before something is deleted', () => {
  const close = jest.fn();
  const question = jest.fn<Promise<string>, [string]>();
  beforeEach(() => {
    jest.mocked(createInterface).mockReturnValue({ question, close } as never);
    Object.defineProperty(process.stdin, 'isTTY', { configurable: true, value: true });
  });
  afterAll(() => void Reflect.deleteProperty(process.stdin, 'isTTY'));

  test.each(['y', 'yes', ' Y '])('a command goes on after %j', async (answer) => {
    question.mockResolvedValue(answer);
    await expect(confirm('Delete it?')).resolves.toBeUndefined();
    expect(question).toHaveBeenCalledWith('Delete it? [y/N] ');
    expect(close).toHaveBeenCalledTimes(1);
  });

  test.each(['', 'n', 'no', 'yesterday', 'Jan'])('a command stops after %j', async (answer) => {
    question.mockResolvedValue(answer);
    await expect(confirm('Delete it?')).rejects.toThrow('Nothing was deleted.');
  });

  test('a command does not ask without a terminal', async () => {
    Object.defineProperty(process.stdin, 'isTTY', { configurable: true, value: undefined });
    await expect(confirm('Delete it?')).rejects.toThrow('Add --yes: there is no terminal');
    expect(question).not.toHaveBeenCalled();
  });
});
