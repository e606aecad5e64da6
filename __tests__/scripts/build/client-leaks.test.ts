/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findLeaks } from '@/scripts/build/client-leaks.mjs';

let build: string;

beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), 'client-leaks-'));
  mkdirSync(join(build, 'static/chunks'), { recursive: true });
  mkdirSync(join(build, 'server/app/api'), { recursive: true });
  writeFileSync(join(build, 'static/chunks/page.js'), 'console.info("hello")');
  writeFileSync(join(build, 'server/app/index.html'), '<h1>Hello</h1>');
  // The server's own code may name its settings.
  writeFileSync(join(build, 'server/app/api/route.js'), 'process.env.SUPABASE_SECRET_KEY');
});
afterEach(() => rmSync(build, { recursive: true }));

test('a clean build has no findings', () => {
  expect(findLeaks(build, 'the-very-key')).toEqual([]);
});

test.each([
  ['static/chunks/page.js', 'fetch(url, { key: "the-very-key" })', 'the server-side key'],
  ['static/chunks/page.js', 'const key = "sb_secret_abc"', 'sb_secret_'],
  ['static/chunks/page.js', 'n.env.TRUSTED_IP_HEADER', 'TRUSTED_IP_HEADER'],
  ['server/app/index.html', '<i>SUPABASE_URL is missing</i>', 'SUPABASE_URL'],
  ['server/app/index.rsc', '{"role":"service_role"}', 'service_role'],
])('%s with %s is found', (file, text, what) => {
  writeFileSync(join(build, file), text);
  const leaks = findLeaks(build, 'the-very-key');
  expect(leaks).toEqual([`${join(build, file)}: ${what}`]);
  expect(leaks.join()).not.toContain('the-very-key');
});
