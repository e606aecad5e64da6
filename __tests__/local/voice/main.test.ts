/** @jest-environment node */
import { spawnSync } from 'node:child_process';

test('it names the variable that is missing', () => {
  const { VOICE_PUBLIC_KEY: _, ...env } = process.env;
  const main = ['--import', 'tsx', 'local/voice/main.ts'];
  const { status, stdout, stderr } = spawnSync(process.execPath, main, { env, encoding: 'utf8' });
  expect([status, stdout + stderr]).toEqual([1, 'VOICE_PUBLIC_KEY is not set.\n']);
});
