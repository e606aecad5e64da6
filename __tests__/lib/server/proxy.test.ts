/** @jest-environment node */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { NextRequest } from 'next/server';
import { getEnv } from '@/lib/server/env';
import { CLOSED_POLICY, buildSecurityHeaders } from '@/lib/server/http/security-headers';
import { readFinishedBuild } from '@/lib/server/site-build';
import { mustRefuseRequests } from '@/lib/server/startup';
import { config, proxy } from '@/proxy';

jest.mock('@/lib/server/env', () => ({
  ...jest.requireActual<object>('@/lib/server/env'),
  getEnv: jest.fn(),
}));
jest.mock('@/lib/server/startup');
jest.mock('@/lib/server/site-build', () => ({
  ...jest.requireActual<object>('@/lib/server/site-build'),
  readFinishedBuild: jest.fn(),
}));

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

const createPage = (...inlineScripts: string[]) => ({ sha256: '', inlineScripts });

const REQUEST_ID = '0b6e9d42-13c8-4f7e-8d25-6a9c7e1f3b08';

const readPolicy = (path: string, settings: object = {}) => {
  const own = { NODE_ENV: 'production', NEXT_DIST_DIR: 'out', ...settings };
  jest.mocked(getEnv).mockReturnValue(own as ReturnType<typeof getEnv>);
  jest.mocked(readFinishedBuild).mockReturnValue({
    siteUrl: '',
    pages: {
      '/': createPage('sha256-home'),
      '/_not-found': createPage(),
      '/_global-error': createPage(),
    },
  });
  const pageRequest = new NextRequest(`http://localhost:3000${path}`, {
    headers: { 'x-kept': 'yes', 'x-request-id': REQUEST_ID },
  });
  const { status, headers } = proxy(pageRequest);
  return { status, answer: headers.get('content-security-policy'), headers };
};

test('gives a prerendered page the policy of its own inline scripts', () => {
  const { answer } = readPolicy('/?campaign=x');
  expect(answer).toContain("script-src 'self' 'sha256-home';");
  expect(readFinishedBuild).toHaveBeenCalledWith('out');
});

test('gives a page rendered per request a new nonce of 16 bytes', () => {
  const nonces = ['/outreach', '/outreach'].map(
    (path) => readPolicy(path).answer?.match(/'nonce-([^']+)'/)?.[1] ?? '',
  );
  expect(nonces.map((nonce) => Buffer.from(nonce, 'base64').length)).toEqual([16, 16]);
  expect(nonces[0]).not.toBe(nonces[1]);
});

test('passes the policy to Next.js and keeps the other request headers', () => {
  const { answer, headers } = readPolicy('/outreach');
  expect(headers.get('x-middleware-request-content-security-policy')).toBe(answer);
  expect(headers.get('x-middleware-request-x-kept')).toBe('yes');
});

test('sets its own request id on request and response', () => {
  const { headers } = readPolicy('/outreach');
  const id = headers.get('x-request-id');
  expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(id).not.toBe(REQUEST_ID);
  expect(headers.get('x-middleware-request-x-request-id')).toBe(id);
});

test('allows voice hosts by the settings', () => {
  expect(readPolicy('/').answer).not.toContain('daily.co');
  expect(readPolicy('/', { VAPI_PUBLIC_KEY: 'key' }).answer).toContain('https://*.daily.co');
});

test('sets no policy in development, where React needs eval', () => {
  expect(readPolicy('/', { NODE_ENV: 'development' }).answer).toBeNull();
});

test('refuses every page, uncached, when nothing may be served', () => {
  jest.mocked(mustRefuseRequests).mockReturnValueOnce(true);
  const { status, headers } = readPolicy('/');
  expect(status).toBe(503);
  expect(headers.get('cache-control')).toBe('no-store');
});

test.each([
  ...['/', '/outreach', '/apiary', '/privacy/fonts/', '/no-such-page', '/card.jpg/'],
  ...['/robots.txt.html', '/outreach.php', '/xml'],
])('runs on %s', (path) => {
  expect(matchesPath(path)).toBe(true);
});

test.each([
  ...['/no-such-picture.png', '/api/contact', '/_next/static/chunks/a.js', '/fonts/inter.woff2'],
])('skips %s', (path) => {
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

test.each(files)('skips the file %s, which may load nothing', (path) => {
  expect(matchesPath(path)).toBe(false);
  const rules = buildSecurityHeaders('https://example.com').filter(({ source }) =>
    new RegExp(`^${source.replace('/:path*', '/.*')}$`).test(path),
  );
  const policies = rules
    .flatMap(({ headers }) => headers)
    .filter(({ key }) => key === 'Content-Security-Policy');
  expect(policies.map(({ value }) => value)).toEqual([CLOSED_POLICY]);
});
