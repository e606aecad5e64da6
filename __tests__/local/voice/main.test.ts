/** @jest-environment node */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const main = join(process.cwd(), 'local/voice/main.ts');
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

function start(env: Record<string, string>) {
  const { VOICE_PUBLIC_KEY: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.push(child);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (output += String(chunk)));
  return { child, output: () => output };
}

async function startReady() {
  const started = start({ VOICE_PUBLIC_KEY: 'own-key' });
  const [message] = (await once(started.child, 'message')) as [{ url: string }];
  return { ...started, url: message.url };
}

test('it says where it is ready, and serves there', async () => {
  const { child, output, url } = await startReady();
  expect((await fetch(`${url}/health`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(output()).toBe(`Local voice provider ready at ${url}\n`);
});

test('it ends with the process that started it', async () => {
  const { child } = await startReady();
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('it names the variable that is missing', async () => {
  const { child, output } = start({});
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(output()).toBe('VOICE_PUBLIC_KEY is not set.\n');
});
