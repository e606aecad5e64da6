import { spawnSync } from 'node:child_process';

/** Runs `npm run build` up to the start of Next. */
const build = (variables: Record<string, string>) =>
  spawnSync(process.execPath, ['scripts/build/build.mjs'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...variables },
  });

const SITE_URL = 'https://callwright.example';
test.each([
  [
    'a build adapter, which would copy the pages before the build is done',
    { SITE_URL, NEXT_ADAPTER_PATH: '/adapter.js' },
    'No build adapter may run: set NEXT_ENABLE_ADAPTER=0 on the host.',
  ],
  [
    'an invalid SITE_URL',
    { SITE_URL: 'nowhere' },
    'SITE_URL must begin with https:// and have no path, like https://example.com.',
  ],
])('refuses %s with a message', (_what, variables, message) => {
  const { status, stderr } = build(variables);
  expect(status).toBe(1);
  expect(stderr).toBe(`${message}\n`);
});
