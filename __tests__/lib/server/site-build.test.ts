/** @jest-environment node */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type * as SiteBuild from '@/lib/server/site-build';

const SITE = 'https://callwright.example';
const pages = ['/', '/privacy', '/_not-found', '/_global-error'];
const fileOf = (path: string) => `server/app/${path === '/' ? '/index' : path}.html`;

let distDir: string;
let builds: typeof SiteBuild;
const write = (file: string, content: string) => {
  mkdirSync(dirname(join(distDir, file)), { recursive: true });
  writeFileSync(join(distDir, file), content);
};
const flaw = (siteUrl = SITE, hasPages = true) =>
  builds.findBuildProblem(distDir, siteUrl, hasPages);

beforeEach(async () => {
  mkdirSync('.data', { recursive: true });
  distDir = mkdtempSync(join('.data', 'build-'));
  // A process reads its build once.
  jest.resetModules();
  builds = await import('@/lib/server/site-build');
  for (const path of pages) write(fileOf(path), `html of ${path}`);
  const described = pages.map((path) => {
    const sha256 = createHash('sha256').update(`html of ${path}`).digest('hex');
    return [path, { sha256, inlineScripts: [`sha256-${path}`] }];
  });
  const build = { siteUrl: SITE, pages: Object.fromEntries(described) };
  write('site-build.json', JSON.stringify(build));
});
afterEach(() => rmSync(distDir, { recursive: true }));

test('a whole build is served', () => {
  expect(flaw()).toBeUndefined();
});

test.each([
  ['that was not finished', () => rmSync(join(distDir, 'site-build.json'))],
  ['that knows no pages', () => write('site-build.json', JSON.stringify({ siteUrl: SITE }))],
  [
    'without a page for errors',
    () => write('site-build.json', JSON.stringify({ siteUrl: SITE, pages: {} })),
  ],
  [
    'whose error page has no hashes',
    () => write('site-build.json', JSON.stringify({ siteUrl: SITE, pages: { '/': {} } })),
  ],
  ['whose description is cut off', () => write('site-build.json', '{"siteUrl":')],
])('a build %s is refused', (_what, spoil: () => void) => {
  spoil();
  expect(flaw()).toBe('There is no finished build. Run "npm run build" first.');
});

test('a build made for another address is refused, with both', () => {
  expect(flaw('https://other.example')).toBe(
    `This build was made for ${SITE}, SITE_URL is https://other.example. Run "npm run build" first.`,
  );
});

test.each([
  ['that changed', () => write(fileOf('/'), 'other html')],
  ['that is missing', () => rmSync(join(distDir, fileOf('/')))],
])('pages %s are refused by name: no hash would cover their scripts', (_what, spoil) => {
  spoil();
  rmSync(join(distDir, fileOf('/privacy')));
  expect(flaw()).toBe(
    'Pages changed after the build was finished: /, /privacy. Run "npm run build" first.',
  );
});

test('a host that is given no pages looks for none', () => {
  rmSync(join(distDir, 'server'), { recursive: true });
  expect(flaw(SITE, false)).toBeUndefined();
});

describe('which inline scripts may run', () => {
  const page = (hash: string) => ({ sha256: '', inlineScripts: [hash] });
  const known = {
    '/': page('sha256-home'),
    '/_not-found': page('sha256-lost'),
    '/_global-error': page('sha256-fault'),
  };
  const scripts = (path: string) => builds.findInlineScripts(path, known, () => 'fresh');

  test('a prerendered page has its own hashes and no nonce: a cache may keep it', () => {
    expect(scripts('/')).toEqual({ hashes: ['sha256-home'] });
  });

  test('any other page has a nonce, and the hashes of the pages that may stand in for it', () => {
    expect(scripts('/contact')).toEqual({
      hashes: ['sha256-lost', 'sha256-fault'],
      nonce: 'fresh',
    });
  });

  test.each(['/constructor', '/toString', '__proto__'])('%s is no prerendered page', (path) => {
    expect(scripts(path)).toHaveProperty('nonce', 'fresh');
  });
});
