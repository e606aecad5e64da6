/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBuildProblem, getServedBuild } from '@/lib/site/site-build';

const SITE = 'https://callwright.example';
const HINT = 'Correct the setting, or run "npm run build" if it is right.';

let distDir: string;
beforeEach(() => {
  mkdirSync('.data', { recursive: true });
  distDir = mkdtempSync(join('.data', 'build-'));
  const record = { siteUrl: SITE, settings: { HSTS: 'max-age=1' } };
  writeFileSync(join(distDir, 'site-build.json'), JSON.stringify(record));
});
afterEach(() => rmSync(distDir, { recursive: true }));

test('accepts a finished build', () => {
  expect(findBuildProblem(distDir, SITE)).toBeUndefined();
  expect(findBuildProblem(distDir, SITE, { HSTS: 'max-age=1' })).toBeUndefined();
});

test('refuses a build that is unfinished', () => {
  rmSync(join(distDir, 'site-build.json'));
  const problem = 'There is no finished build. Run "npm run build" first.';
  expect(findBuildProblem(distDir, SITE)).toBe(problem);
  expect(() => getServedBuild(distDir)).toThrow(problem);
});

test('refuses a build made for another address', () => {
  expect(findBuildProblem(distDir, 'https://other.example')).toBe(
    `This build was made for ${SITE}, SITE_URL is https://other.example. ${HINT}`,
  );
});

test('refuses a build made with another setting', () => {
  expect(findBuildProblem(distDir, SITE, { HSTS: 'max-age=2' })).toBe(
    `This build was made with HSTS=max-age=1, now it is max-age=2. ${HINT}`,
  );
});
