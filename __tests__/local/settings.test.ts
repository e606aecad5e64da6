import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listen } from '@/local/ports';

const TSX = pathToFileURL(resolve('node_modules/tsx/dist/loader.mjs')).href;
const TSX_TSCONFIG_PATH = resolve('tsconfig.json');
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'local-settings-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs `npm run local` with these files; nothing is started before the settings are right. */
function runLocal(files: Record<string, string>, ...args: string[]) {
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, name), lines);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', TSX, resolve('local/main.ts'), ...args],
    { cwd: folder, encoding: 'utf8', env: { NODE_ENV: 'production', TSX_TSCONFIG_PATH } },
  );
  return { status, stdout, stderr };
}

test('refuses a wrong setting of .env with one sentence, but those of the stack may be', () => {
  const lines = 'SUPABASE_URL=nowhere\nSITE_URL=\nBOOKING_URL=book\n';
  const { status, stdout, stderr } = runLocal({ '.env': lines });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^BOOKING_URL must .*\.\n$/);
});

test('refuses a taken port of .env, beside half a state file of a killed stack', async () => {
  mkdirSync(join(folder, '.data/local'), { recursive: true });
  const server = createServer();
  const port = await listen(server);
  const files = { '.env': `PORT=${port}\n`, '.data/local/state.json': '{"settings":{"SITE_' };
  const { stderr } = runLocal(files);
  server.close();
  expect(stderr).toBe(`Port ${port} is taken. Choose another with PORT=…\n`);
});

test('reads the files that Next reads in each mode', () => {
  const files = {
    '.env': 'BOOKING_URL=book\n',
    '.env.production': 'BOOKING_URL=https://booking.example\nPORT=0\n',
    '.env.development': 'CALLS_OFF=maybe\n',
  };
  expect(runLocal(files).stderr).toBe('PORT must be a whole number from 1 to 65535.\n');
  expect(runLocal(files, '--dev').stderr).toMatch(/^CALLS_OFF .*; BOOKING_URL /);
});
