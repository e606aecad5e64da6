import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SITE_BUILD_FILE } from '@/lib/site/site-build';
import { bundleServer, getServerFile } from '@/scripts/build/build-site';

const SITE = 'https://callwright.example';
const settings = { SITE_URL: SITE, SUPABASE_URL: SITE, SUPABASE_SECRET_KEY: 'sb_secret_x' };
const folder = mkdtempSync(join(tmpdir(), 'start-'));
const distDir = join(folder, '.next');
beforeAll(async () => {
  const files = ['scripts/start.mjs', 'scripts/watch-parent.mjs', 'package.json'];
  for (const file of [...files, 'lib/settings', 'lib/outreach'])
    cpSync(file, join(folder, file), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await bundleServer(distDir);
  // A stand-in for the server, which starts if nothing is refused.
  writeFileSync(getServerFile(distDir), 'console.log("started");');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `npm start` on a finished build. */
function start(variables: Record<string, string>) {
  const built = { SITE_URL: SITE, HSTS: 'max-age=63072000', RETENTION_MONTHS: 12 };
  writeFileSync(join(distDir, SITE_BUILD_FILE), JSON.stringify({ settings: built }));
  return run({ ...settings, ...variables });
}

function run(variables: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...variables },
  });
  return { status, stdout, stderr };
}

test('serves a build made with the current settings', () => {
  expect(start({})).toMatchObject({ status: 0, stdout: 'started\n' });
  // As `docker run --env-file` hands them on.
  const quoted = start({ HSTS: '"max-age=63072000"' });
  expect(quoted).toMatchObject({ status: 0, stdout: 'started\n' });
});

test.each<[setting: Record<string, string>, sentence: RegExp]>([
  [
    { HSTS: 'max-age=300' },
    /^This build was made with HSTS=max-age=63072000, now it is max-age=300\./,
  ],
  [{ HSTS: 'preload' }, /^HSTS must be max-age=/],
  [{ SUPABASE_SECRET_KEY: "' '" }, /^SUPABASE_SECRET_KEY is missing\. \.env\.example explains/],
  [{ SITE_URL: '"nowhere"' }, /^SITE_URL must begin with https:\/\/ (?!.*nowhere)/],
])('refuses %j with one message', (setting, sentence) => {
  const { status, stdout, stderr } = start(setting);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(sentence);
  expect(stderr).toMatch(/^[^\n]*\.\n$/);
});

test.each([
  ['there is none', () => rmSync(distDir, { recursive: true })],
  ['it was not finished', () => rmSync(join(distDir, SITE_BUILD_FILE))],
])('refuses a build if %s', async (_why, spoil) => {
  await bundleServer(distDir);
  writeFileSync(join(distDir, SITE_BUILD_FILE), '{}');
  spoil();
  const { status, stderr } = run(settings);
  expect([status, stderr]).toEqual([1, 'There is no finished build. Run "npm run build" first.\n']);
});

test('names what is wrong with the settings if there is no build', () => {
  rmSync(distDir, { recursive: true, force: true });
  expect(run({ ...settings, SITE_URL: '' })).toMatchObject({
    status: 1,
    stderr: 'SITE_URL is missing. .env.example explains each setting.\n',
  });
});
