/** @jest-environment node */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { NextRequest } from 'next/server';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import { CLOSED_POLICY, buildSecurityHeaders } from '@/lib/site/security-headers';
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

const lines = collectLogLines();
const distDir = mkdtempSync(join(tmpdir(), 'proxy-'));
beforeAll(() => {
  provideSettings();
  writeFileSync(join(distDir, SITE_BUILD_FILE), JSON.stringify(BUILD));
});
afterAll(() => rmSync(distDir, { recursive: true }));

/** The files of app/ that Next serves under other names. */
const metadataRoutes: Record<string, string> = {
  'robots.ts': '/robots.txt',
  'sitemap.ts': '/sitemap.xml',
  'manifest.ts': '/manifest.webmanifest',
};

const listFilesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

const matchesPath = (path: string) => new RegExp(`^${config.matcher}$`).test(path);

const REQUEST_ID = '0b6e9d42-13c8-4f7e-8d25-6a9c7e1f3b08';
const PRODUCTION = { NODE_ENV: 'production', VAPI_PUBLIC_KEY: undefined } as const;

function ask(
  path: string,
  sent: Record<string, string> = {},
  settings: Parameters<typeof changeSettings>[0] = {},
) {
  changeSettings({ ...PRODUCTION, NEXT_DIST_DIR: distDir, ...settings });
  const { status, headers } = proxy(
    new NextRequest(`http://localhost:3000${path}`, {
      headers: { 'x-kept': 'yes', 'x-request-id': REQUEST_ID, ...sent },
    }),
  );
  return { status, headers, policy: headers.get('content-security-policy') };
}

test('passes the policy to Next.js and keeps the other request headers', () => {
  const { policy, headers } = ask('/outreach');
  expect(headers.get('x-middleware-request-content-security-policy')).toBe(policy);
  expect(headers.get('x-middleware-request-x-kept')).toBe('yes');
});

describe('the language of a page', () => {
  const readLanguage = (...args: Parameters<typeof ask>) =>
    ask(...args).headers.get('x-middleware-request-x-page-language');

  test.each([
    ['/outreach?vapi_assistant_id=a&lang=en', 'en'],
    ['/outreach?vapi_assistant_id=a&amp;lang=en', 'en'],
    ['/outreach?vapi_assistant_id=a&lang=fr', 'cs'],
    ['/outreach', 'cs'],
  ])('is told to %s: %s', (path = '', language = '') => {
    expect(readLanguage(path)).toBe(language);
    expect(readLanguage(path, {}, { NODE_ENV: 'development' })).toBe(language);
  });

  test('is never that of a header from outside', () => {
    expect(readLanguage('/outreach', { 'x-page-language': 'en' })).toBe('cs');
  });
});

test('sets its own request id on request and response', () => {
  const { headers } = ask('/outreach');
  const id = headers.get('x-request-id');
  expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(id).not.toBe(REQUEST_ID);
  expect(headers.get('x-middleware-request-x-request-id')).toBe(id);
});

test('allows voice hosts by the settings', () => {
  expect(ask('/').policy).not.toContain('daily.co');
  expect(ask('/', {}, { VAPI_PUBLIC_KEY: 'key' }).policy).toContain('https://*.daily.co');
});

test('sets no policy in development, where React needs eval', () => {
  expect(ask('/', {}, { NODE_ENV: 'development' }).policy).toBeNull();
});

test('a payload for React is not cached under the address of the page', () => {
  expect(ask('/').headers.get('cache-control')).toMatch(/^public/);
  expect(ask('/', { rsc: '1' }).headers.get('cache-control')).toMatch(/^private, .*no-store/);
});

test('rendered pages and files have the caching of Next', () => {
  const caching = ['/outreach', '/robots.txt'].map((path) =>
    ask(path).headers.get('cache-control'),
  );
  expect(caching).toEqual([null, null]);
});

test.each([
  ...['/', '/outreach', '/apiary', '/privacy/fonts/', '/no-such-page', '/card.jpg', '/robots.txt'],
  ...['/no-such-picture.png', '/fonts/inter.woff2', '/_next/image', '/%61pi/contact'],
])('runs on %s', (path) => {
  expect(matchesPath(path)).toBe(true);
});

test.each(['/api/contact', '/_next/static/chunks/a.js'])('skips %s', (path) => {
  expect(matchesPath(path)).toBe(false);
});

/** Every address at which something else than a page is served. */
const files = [
  ...listFilesBelow('public').map((file) => `/${file}`),
  '/.well-known/security.txt',
  ...readdirSync('app').flatMap((name) => {
    if (/^(apple-)?icon\d*\.(svg|png|jpg|ico)$/.test(name)) return [`/${name}`];
    return metadataRoutes[name] ?? [];
  }),
];

test('lists every kind of file', () => {
  expect(files).toEqual(expect.arrayContaining(['/card.jpg', '/icon.svg', '/robots.txt']));
});

test('sets no policy for a file', () => {
  expect(ask('/robots.txt').policy).toBeNull();
});

test.each(files)('the file %s may load nothing', (path) => {
  const rules = buildSecurityHeaders('https://example.com').filter(({ source }) =>
    new RegExp(`^${source.replace('/:path*', '/.*')}$`).test(path),
  );
  const policies = rules
    .flatMap(({ headers }) => headers)
    .filter(({ key }) => key === 'Content-Security-Policy');
  expect(policies.map(({ value }) => value)).toEqual([CLOSED_POLICY]);
});

test('a serverless host refuses every page, uncached, when nothing may be served', () => {
  const settings = { VERCEL: '1', SITE_URL: 'nowhere' };
  jest.replaceProperty(process, 'env', { ...process.env, ...settings });
  const { status, headers } = ask('/');
  expect([status, headers.get('cache-control')]).toEqual([503, 'no-store']);
  expect(lines).toContainEqual(expect.objectContaining({ setting: 'SITE_URL' }));
});
