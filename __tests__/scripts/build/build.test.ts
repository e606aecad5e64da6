/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { HSTS_RULE } from '@/lib/settings/built-in-settings';

/** Runs `npm run build` up to the start of Next. */
const build = (variables: Record<string, string>) =>
  spawnSync(process.execPath, ['scripts/build/build.mjs'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...variables },
  });

test('refuses a build adapter, which would copy the pages before the build is done', () => {
  const { status, stderr } = build({
    SITE_URL: 'https://callwright.example',
    NEXT_ADAPTER_PATH: '/adapter.js',
  });
  expect(status).toBe(1);
  expect(stderr).toBe('No build adapter may run: set NEXT_ENABLE_ADAPTER=0 on the host.\n');
});

test('fails with a message if SITE_URL is invalid', () => {
  const { status, stderr } = build({ SITE_URL: 'nowhere' });
  expect(status).toBe(1);
  expect(stderr).toBe('SITE_URL must be an address like https://example.com, without a path.\n');
});

test('fails with a message if HYDRATION has an unknown value', () => {
  const settings = { SITE_URL: 'nowhere' };
  expect(build({ ...settings, HYDRATION: 'plain:' }).stderr).toBe(
    'HYDRATION is "plain:", but must be "plain" or empty.\n',
  );
  expect(build({ ...settings, HYDRATION: ' "plain"' }).stderr).toMatch(/^SITE_URL must be/);
});

test('fails with a message if a built-in setting is invalid', () => {
  const { status, stderr } = build({ SITE_URL: 'https://callwright.example', HSTS: 'preload' });
  expect(status).toBe(1);
  expect(stderr).toBe(`HSTS ${HSTS_RULE}.\n`);
});
