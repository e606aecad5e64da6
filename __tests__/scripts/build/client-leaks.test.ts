/** @jest-environment node */
import { join } from 'node:path';
import { findLeaks } from '@/scripts/build/client-leaks';
import { setUpBuildFolder } from './build-folder';

const build = setUpBuildFolder();

beforeEach(() => {
  build.write('static/chunks/page.js', 'console.info("hello")');
  build.write('server/app/index.html', '<h1>Hello</h1>');
  // The server's own code may name its settings.
  build.write('server/app/api/route.js', 'process.env.SUPABASE_SECRET_KEY');
});

test('a clean build has no findings', () => {
  expect(findLeaks(build.getPath(), 'the-very-key')).toEqual([]);
});

test('a text may name HSTS and hydration', () => {
  build.write('server/app/index.html', '<p>TLS and HSTS, all on one PORT</p>');
  expect(findLeaks(build.getPath(), 'the-very-key')).toEqual([]);
});

test.each([
  ['static/chunks/page.js', 'fetch(url, { key: "the-very-key" })', 'the server-side key'],
  ['static/chunks/page.js', 'const key = "sb_secret_abc"', 'sb_secret_'],
  ['static/chunks/page.js', 'n.env.TRUSTED_IP_HEADER', 'TRUSTED_IP_HEADER'],
  ['server/app/index.html', '<i>SUPABASE_URL is missing</i>', 'SUPABASE_URL'],
  ['server/app/index.rsc', '{"role":"service_role"}', 'service_role'],
])('finds a leak in %s: %s', (file, text, what) => {
  build.write(file, text);
  const leaks = findLeaks(build.getPath(), 'the-very-key');
  expect(leaks).toEqual([`${join(build.getPath(), file)}: ${what}`]);
  expect(leaks.join()).not.toContain('the-very-key');
});
