import { spawnSync } from 'node:child_process';

test('refuses a build adapter, which would copy the pages before the build is done', () => {
  // `npm run build` up to the start of Next.
  const args = ['scripts/run.mjs', 'scripts/build/build.ts'];
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SITE_URL: 'https://callwright.example',
      NEXT_ADAPTER_PATH: '/adapter.js',
    },
  });
  expect(status).toBe(1);
  expect(stderr).toBe('No build adapter may run: set NEXT_ENABLE_ADAPTER=0 on the host.\n');
});
