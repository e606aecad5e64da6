/** @jest-environment node */
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
  for (const file of ['scripts/start.mjs', 'scripts/watch-parent.mjs', 'package.json'])
    cpSync(file, join(folder, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await bundleServer(distDir);
  // A stand-in for the server, which starts if nothing is refused.
  writeFileSync(getServerFile(distDir), 'console.log("started");');
});
afterAll(() => rmSync(folder, { recursive: true }));

const usual = { HSTS: 'max-age=63072000', RETENTION_MONTHS: '12' };

/** Runs `npm start` on a build that was made with these settings. */
function start(built: Record<string, string>, variables: Record<string, string>) {
  const record = { siteUrl: SITE, settings: built };
  writeFileSync(join(distDir, SITE_BUILD_FILE), JSON.stringify(record));
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
  expect(start(usual, {})).toMatchObject({ status: 0, stdout: 'started\n' });
  // As `docker run --env-file` hands them on.
  const quoted = start(usual, { HSTS: '"max-age=63072000"' });
  expect(quoted).toMatchObject({ status: 0, stdout: 'started\n' });
});

test('refuses a build made with another HSTS', () => {
  expect(start(usual, { HSTS: 'max-age=300' })).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^This build was made with HSTS=max-age=63072000, now it is max-age=300\. Correct the setting, or run .*\.\n$/,
    ),
  });
});

test('refuses a build made with another RETENTION_MONTHS', () => {
  const { status, stderr } = start(usual, { RETENTION_MONTHS: '6' });
  expect([status, stderr]).toEqual([
    1,
    'This build was made with RETENTION_MONTHS=12, now it is 6. ' +
      'Correct the setting, or run "npm run build" if it is right.\n',
  ]);
});

test('refuses an invalid HSTS with one message', () => {
  const { status, stderr } = start(usual, { HSTS: 'preload' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^HSTS must be max-age=.*\.\n$/)]);
});

test.each(['""', ' ', "' '"])('reports a setting of %j as missing', (nothing) => {
  const { status, stderr } = start(usual, { SUPABASE_SECRET_KEY: nothing });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Missing settings: SUPABASE_SECRET_KEY\..*\n$/);
});

test('names a setting with an invalid address, but not its value', () => {
  const { status, stderr } = start(usual, { SITE_URL: '"nowhere"' });
  expect(status).toBe(1);
  expect(stderr).toBe(
    'SITE_URL must begin with https:// and have no path, like https://example.com.\n',
  );
});

test('refuses a build made for another address', () => {
  const { status, stderr } = start(usual, { SITE_URL: 'https://other.example' });
  expect([status, stderr]).toEqual([
    1,
    `This build was made for ${SITE}, SITE_URL is https://other.example. ` +
      'Correct the setting, or run "npm run build" if it is right.\n',
  ]);
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
