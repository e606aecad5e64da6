/** @jest-environment node */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBuildProblem } from '@/lib/site/site-build';

const SITE = 'https://callwright.example';
const pages = ['/', '/privacy', '/_not-found', '/_global-error'];
const addresses = { files: ['/robots.txt'], routes: ['/contact'], dynamicRoutes: [] };
const getFile = (path: string) => `server/app/${path === '/' ? '/index' : path}.html`;

let distDir: string;
const write = (file: string, content: string) => {
  mkdirSync(dirname(join(distDir, file)), { recursive: true });
  writeFileSync(join(distDir, file), content);
};
const describeBuild = (pages?: object) =>
  write('site-build.json', JSON.stringify({ siteUrl: SITE, pages, ...addresses }));
const readPages = () =>
  (JSON.parse(readFileSync(join(distDir, 'site-build.json'), 'utf8')) as { pages: object }).pages;
const findProblem = (siteUrl = SITE, hasPages = true) =>
  findBuildProblem(distDir, siteUrl, hasPages);

beforeEach(() => {
  mkdirSync('.data', { recursive: true });
  distDir = mkdtempSync(join('.data', 'build-'));
  for (const path of pages) write(getFile(path), `html of ${path}`);
  const described = pages.map((path) => {
    const sha256 = createHash('sha256').update(`html of ${path}`).digest('hex');
    return [path, { sha256, inlineScripts: [`sha256-${path}`] }];
  });
  describeBuild(Object.fromEntries(described));
});
afterEach(() => rmSync(distDir, { recursive: true }));

test('accepts a whole build', () => {
  expect(findProblem()).toBeUndefined();
});

test.each([
  ['that is unfinished', () => rmSync(join(distDir, 'site-build.json'))],
  ['without pages', () => describeBuild(undefined)],
  ['without an error page', () => describeBuild({})],
  ['whose error page has no hashes', () => describeBuild({ '/': {} })],
  [
    'without its addresses',
    () => write('site-build.json', JSON.stringify({ siteUrl: SITE, pages: readPages() })),
  ],
  ['with a truncated description', () => write('site-build.json', '{"siteUrl":')],
])('refuses a build %s', (_what, spoil: () => void) => {
  spoil();
  expect(findProblem()).toBe('There is no finished build. Run "npm run build" first.');
});

test('refuses a build made for another address', () => {
  expect(findProblem('https://other.example')).toBe(
    `This build was made for ${SITE}, SITE_URL is https://other.example. ` +
      'Correct the setting, or run "npm run build" if it is right.',
  );
});

test.each([
  ['that changed', () => write(getFile('/'), 'other html')],
  ['that is missing', () => rmSync(join(distDir, getFile('/')))],
])('refuses pages %s by name', (_what, spoil) => {
  spoil();
  rmSync(join(distDir, getFile('/privacy')));
  expect(findProblem()).toBe(
    'Pages changed after the build was finished: /, /privacy. Run "npm run build" first.',
  );
});

test('looks for no pages on a host without them', () => {
  rmSync(join(distDir, 'server'), { recursive: true });
  expect(findProblem(SITE, false)).toBeUndefined();
});
