import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RESULTS_FOLDER, runParts } from '@/scripts/test/run-parts';

const { CI } = process.env;
const checkout = process.cwd();
beforeEach(() => {
  delete process.env.CI;
  // The parts that run now have their results in the checkout.
  process.chdir(mkdtempSync(join(tmpdir(), 'parts-')));
  mkdirSync(RESULTS_FOLDER, { recursive: true });
});
afterEach(() => {
  if (CI !== undefined) process.env.CI = CI;
  process.chdir(checkout);
});

const run = (code: string) => ({ command: `node -e ${code}` });
let print: jest.SpyInstance;
beforeEach(() => void (print = jest.spyOn(console, 'log').mockReturnValue()));

test('a part that cannot run is skipped with its reason, and the next one runs', async () => {
  const parts = {
    away: { ...run('process.exit(3)'), findBlocker: () => 'why' },
    next: { ...run('0'), after: ['away'] },
  };
  expect(await runParts(parts)).toEqual({ away: 'skipped', next: 'passed' });
  expect(print).toHaveBeenCalledWith('○ away: skipped, why');
});

test('CI runs a part that would be skipped elsewhere', async () => {
  process.env.CI = 'true';
  const part = { ...run('process.exit(3)'), findBlocker: () => 'why' };
  expect(await runParts({ away: part })).toEqual({ away: 'failed' });
});

test('nothing starts after a failed build', async () => {
  const parts = { build: run('process.exit(1)'), next: { ...run('0'), after: ['build'] } };
  expect(await runParts(parts)).toEqual({ build: 'failed' });
});
