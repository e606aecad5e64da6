/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NextRequest } from 'next/server';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import { SITE_BUILD_FILE, type SiteBuild } from '@/lib/site/site-build';
import { config, proxy } from '@/proxy';

const createPage = (...inlineScripts: string[]) => ({ sha256: '', inlineScripts });
const BUILD: SiteBuild = {
  settings: { SITE_URL: '', HSTS: '', RETENTION_MONTHS: 12 },
  sourceHash: '',
  pages: {
    '/': createPage('sha256-home'),
    '/_not-found': createPage(),
    '/_global-error': createPage(),
  },
  files: ['/robots.txt'],
  routes: ['^/outreach(?:/)?$'],
};
const PRODUCTION = { NODE_ENV: 'production', VAPI_PUBLIC_KEY: undefined } as const;

const lines = collectLogLines();
const distDir = mkdtempSync(join(tmpdir(), 'proxy-'));
beforeAll(() => {
  provideSettings();
  writeFileSync(join(distDir, SITE_BUILD_FILE), JSON.stringify(BUILD));
});
afterAll(() => rmSync(distDir, { recursive: true }));

function ask(
  path: string,
  sent: Record<string, string> = {},
  settings: Parameters<typeof changeSettings>[0] = {},
) {
  changeSettings({ ...PRODUCTION, NEXT_DIST_DIR: distDir, ...settings });
  const { status, headers } = proxy(
    new NextRequest(`http://localhost:3000${path}`, { headers: sent }),
  );
  return {
    status,
    policy: headers.get('content-security-policy'),
    caching: headers.get('cache-control'),
    id: headers.get('x-request-id'),
    /** What Next gets for the page. */
    getPassedOn: (name: string) => headers.get(`x-middleware-request-${name}`),
  };
}

test('passes its policy and request id to Next.js, and keeps the other headers', () => {
  const { policy, id, getPassedOn } = ask('/outreach', { 'x-kept': 'yes', 'x-request-id': 'own' });
  expect(policy).toMatch(/'nonce-[\w+/]{22}=='/);
  expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  const passedOn = ['content-security-policy', 'x-request-id', 'x-kept'].map(getPassedOn);
  expect(passedOn).toEqual([policy, id, 'yes']);
});

test.each([
  ['/outreach?vapi_assistant_id=a&lang=en', 'en'],
  ['/outreach?vapi_assistant_id=a&amp;lang=en', 'en'],
  ['/outreach', 'cs'],
])('tells the page %s its language, whatever a header says: %s', (path, language) => {
  for (const NODE_ENV of ['production', 'development']) {
    const { getPassedOn } = ask(path, { 'x-page-language': 'en' }, { NODE_ENV });
    expect(getPassedOn('x-page-language')).toBe(language);
  }
});

test('allows voice hosts by the settings', () => {
  expect(ask('/').policy).not.toContain('daily.co');
  expect(ask('/', {}, { VAPI_PUBLIC_KEY: 'key' }).policy).toContain('https://*.daily.co');
});

test('sets no policy in development, where React needs eval, nor for a file', () => {
  expect(ask('/', {}, { NODE_ENV: 'development' }).policy).toBeNull();
  expect(ask('/robots.txt').policy).toBeNull();
});

test('a payload for React is not cached under the address of the page', () => {
  expect(ask('/').caching).toMatch(/^public/);
  expect(ask('/', { rsc: '1' }).caching).toMatch(/^private, .*no-store/);
});

test('rendered pages and files have the caching of Next', () => {
  expect(['/outreach', '/robots.txt'].map((path) => ask(path).caching)).toEqual([null, null]);
});

test.each([
  ['/', true],
  ['/outreach', true],
  ['/apiary', true],
  ['/no-such-picture.png', true],
  ['/_next/image', true],
  ['/%61pi/contact', true],
  ['/api/contact', false],
  ['/_next/static/chunks/a.js', false],
])('runs on %s: %j', (path, isMatched) => {
  expect(new RegExp(`^${config.matcher}$`).test(path)).toBe(isMatched);
});

test('a serverless host refuses every page, uncached, when nothing may be served', () => {
  const settings = { VERCEL: '1', SITE_URL: 'nowhere' };
  jest.replaceProperty(process, 'env', { ...process.env, ...settings });
  const { status, caching } = ask('/');
  expect([status, caching]).toEqual([503, 'no-store']);
  expect(lines).toContainEqual(expect.objectContaining({ setting: 'SITE_URL' }));
});
