/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SITE = 'https://callwright.example';
const settings = { SITE_URL: SITE, SUPABASE_URL: SITE, SUPABASE_SECRET_KEY: 'sb_secret_x' };
const folder = mkdtempSync(join(tmpdir(), 'start-'));
beforeAll(() => {
  // The only files of our own code in an image.
  for (const path of ['package.json', 'server'])
    cpSync(path, join(folder, path), { recursive: true });
  // A stand-in for the server, which starts if nothing is refused.
  writeFileSync(join(folder, 'server/main.ts'), 'console.log("started");');
  mkdirSync(join(folder, '.next'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const usual = { HSTS: 'max-age=63072000', RETENTION_MONTHS: '12' };

/** Runs `npm start` on a build that was made with these settings. */
function start(built: Record<string, string>, variables: Record<string, string>) {
  const build = JSON.stringify({ siteUrl: SITE, settings: built, pages: {} });
  writeFileSync(join(folder, '.next/site-build.json'), build);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/start.ts'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings, ...variables },
  });
  return { status, stdout, stderr };
}

test('serves a build made with the current settings', () => {
  expect(start(usual, {})).toMatchObject({ status: 0, stdout: 'started\n' });
  const spelled = start(
    { ...usual, HSTS: 'max-age=300; preload' },
    { HSTS: 'preload; max-age=300' },
  );
  expect(spelled).toMatchObject({ status: 0, stdout: 'started\n' });
  // As `docker run --env-file` hands them on.
  const quoted = start(usual, { HSTS: '"max-age=63072000"' });
  expect(quoted).toMatchObject({ status: 0, stdout: 'started\n' });
});

test('refuses a build made with another HSTS', () => {
  expect(start(usual, { HSTS: 'max-age=300' })).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^This build was made with HSTS=max-age=63072000, now it is max-age=300\. Run .*\.\n$/,
    ),
  });
});

test('refuses a build made with another RETENTION_MONTHS', () => {
  const { status, stderr } = start(usual, { RETENTION_MONTHS: '6' });
  expect([status, stderr]).toEqual([
    1,
    'This build was made with RETENTION_MONTHS=12, now it is 6. Run "npm run build" first.\n',
  ]);
});

test('refuses an invalid HSTS with one message', () => {
  const { status, stderr } = start(usual, { HSTS: 'preload' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^HSTS must be max-age=.*\.\n$/)]);
});
