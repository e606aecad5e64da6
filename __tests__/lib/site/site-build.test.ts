import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBuildProblem, getServedBuild } from '@/lib/site/site-build';

const SITE = 'https://callwright.example';
const settings = { SITE_URL: SITE, HSTS: 'max-age=1', RETENTION_MONTHS: 12 };
const HINT = 'Correct the setting, or run "npm run build" if it is right.';

let distDir: string;
beforeEach(() => {
  mkdirSync('.data', { recursive: true });
  distDir = mkdtempSync(join('.data', 'build-'));
  writeFileSync(join(distDir, 'site-build.json'), JSON.stringify({ settings }));
});
afterEach(() => rmSync(distDir, { recursive: true }));

test('accepts a finished build', () => {
  expect(findBuildProblem(distDir, settings)).toBeUndefined();
});

test('refuses a build that is unfinished', () => {
  rmSync(join(distDir, 'site-build.json'));
  const problem = 'There is no finished build. Run "npm run build" first.';
  expect(findBuildProblem(distDir, settings)).toBe(problem);
  expect(() => getServedBuild(distDir)).toThrow(problem);
});

test.each([
  ['SITE_URL', SITE, 'https://other.example'],
  ['HSTS', 'max-age=1', 'max-age=2'],
  ['RETENTION_MONTHS', 12, 6],
])('refuses a build made with another %s', (name, built, now) => {
  expect(findBuildProblem(distDir, { ...settings, [name]: now })).toBe(
    `This build was made with ${name}=${built}, now it is ${now}. ${HINT}`,
  );
});
