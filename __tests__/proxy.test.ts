/** @jest-environment node */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { NextRequest } from 'next/server';
import { LANGUAGE_CODES } from '@/lib/language';
import { getEnv } from '@/lib/server/env';
import { CLOSED_POLICY, buildSecurityHeaders } from '@/lib/site/security-headers';
import { getServedBuild } from '@/lib/site/site-build';
import { mustRefuseRequests } from '@/lib/server/refuse-when-misconfigured';
import { config, proxy } from '@/proxy';

jest.mock('@/lib/server/env', () => ({
  ...jest.requireActual<object>('@/lib/server/env'),
  getEnv: jest.fn(),
}));
jest.mock('@/lib/server/refuse-when-misconfigured');
jest.mock('@/lib/site/site-build', () => ({
  ...jest.requireActual<object>('@/lib/site/site-build'),
  getServedBuild: jest.fn(),
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

const ask = (path: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
  readPolicy(path, {}, init);

const readPolicy = (
  path: string,
  settings: object = {},
  { method = 'GET', headers: sentHeaders = {} }: Parameters<typeof ask>[1] = {},
) => {
  const own = { NODE_ENV: 'production', NEXT_DIST_DIR: 'out', ...settings };
  jest.mocked(getEnv).mockReturnValue(own as ReturnType<typeof getEnv>);
  jest.mocked(getServedBuild).mockReturnValue({
    settings: { SITE_URL: '', HSTS: '', RETENTION_MONTHS: 12 },
    sourceHash: '',
    pages: {
      '/': createPage('sha256-home'),
      '/_not-found': createPage(),
      '/_global-error': createPage(),
    },
    files: ['/robots.txt'],
    routes: ['^/outreach(?:/)?$', '^/api/health(?:/)?$'],
  });
  const pageRequest = new NextRequest(`http://localhost:3000${path}`, {
    method,
    headers: { 'x-kept': 'yes', 'x-request-id': REQUEST_ID, ...sentHeaders },
  });
  const response = proxy(pageRequest);
  const { status, headers } = response;
  return { status, answer: headers.get('content-security-policy'), headers, response };
};

test('gives a prerendered page the policy of its own inline scripts', () => {
  const { answer } = readPolicy('/?campaign=x');
  expect(answer).toContain("script-src 'self' 'sha256-home';");
  expect(getServedBuild).toHaveBeenCalledWith('out');
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

describe('the language of a page', () => {
  const readLanguage = (path: string, settings = {}, headers = {}) =>
    readPolicy(path, settings, { headers }).headers.get('x-middleware-request-x-page-language');

  test.each([
    ['/outreach?vapi_assistant_id=a&lang=en', 'en'],
    ['/outreach?vapi_assistant_id=a&amp;lang=en', 'en'],
    ...LANGUAGE_CODES.map((code) => [`/outreach?vapi_assistant_id=a&lang=${code}`, code]),
    ['/outreach?vapi_assistant_id=a&lang=fr', 'cs'],
    ['/outreach', 'cs'],
  ])('is told to %s: %s', (path = '', language = '') => {
    expect(readLanguage(path)).toBe(language);
    expect(readLanguage(path, { NODE_ENV: 'development' })).toBe(language);
  });

  test('is never that of a header from outside', () => {
    expect(readLanguage('/outreach', {}, { 'x-page-language': 'en' })).toBe('cs');
  });
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

describe('methods', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('%s is refused', async (method) => {
    for (const path of ['/', '/outreach', '/robots.txt', '/%6Futreach']) {
      const { status, headers, answer, response } = ask(path, { method });
      expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
      expect([headers.get('cache-control'), answer]).toEqual(['no-store', CLOSED_POLICY]);
      expect((await response.text()).length).toBeLessThan(200);
    }
  });

  test('nothing is posted to an unknown address', async () => {
    for (const path of ['/no-such-page', '/_not-found', '/wp-login.php', '/a.png']) {
      const { status, headers, response } = ask(path, { method: 'POST' });
      expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
      expect((await response.text()).length).toBeLessThan(200);
    }
  });

  test('OPTIONS is answered with the methods that there are', () => {
    const { status, headers } = ask('/outreach', { method: 'OPTIONS' });
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD']);
    expect(ask('/no-such-page', { method: 'OPTIONS' }).status).toBe(404);
  });
});

describe('addresses', () => {
  test.each([
    ['/%6Futreach?contact_name=%4Aana&a=+b', '/outreach?contact_name=%4Aana&a=+b'],
    ['/robots.txt/', '/robots.txt'],
    ['/%61pi/health', '/api/health'],
    ['/x/..//%6Futreach', '/outreach'],
    ['/outreach/x', '/outreach'],
    ['/Outreach?contact_name=%4Aana&a=+b', '/outreach?contact_name=%4Aana&a=+b'],
    [
      '/outreach%3Fcontact_name=Jan%20N%26lang=en?a=+b',
      '/outreach?contact_name=Jan%20N&lang=en&a=+b',
    ],
  ])('%s is redirected to %s, uncached', (path, better) => {
    const { status, headers } = ask(path);
    const caching = better.startsWith('/outreach') ? 'private, no-store' : 'no-store';
    expect([status, headers.get('cache-control')]).toEqual([308, caching]);
    expect(headers.get('location')).toBe(`http://localhost:3000${better}`);
  });

  test.each(['/%2Foutreach', '//evil.example', '/no-such-page/'])(
    '%s is not redirected',
    (path) => {
      expect(ask(path).headers.has('location')).toBe(false);
    },
  );
});

describe('caching', () => {
  const readCaching = (path: string, headers: Record<string, string> = {}) =>
    ask(path, { headers }).headers.get('cache-control');

  test('shared caches keep a prerendered page for minutes', () => {
    const [, fresh, stale] =
      /s-maxage=(\d+), stale-while-revalidate=(\d+)$/.exec(readCaching('/') ?? '') ?? [];
    for (const seconds of [fresh, stale]) {
      expect(Number(seconds)).toBeGreaterThanOrEqual(60);
      expect(Number(seconds)).toBeLessThanOrEqual(600);
    }
  });

  test('a payload for React is not cached under the address of the page', () => {
    expect(readCaching('/', { rsc: '1' })).toMatch(/^private, .*no-store/);
  });

  test.each(['/404', '/_not-found', '/_global-error', '/no-such.png', '/fonts/no-such.woff2'])(
    'no cache keeps the page for the unknown address %s, which has no nonce',
    (path) => {
      expect(readCaching(path)).toMatch(/^private, .*no-store/);
      expect(ask(path).answer).not.toContain('nonce-');
    },
  );

  test('rendered pages and files have the caching of Next', () => {
    expect([readCaching('/outreach'), readCaching('/robots.txt')]).toEqual([null, null]);
  });
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
  expect(readPolicy('/robots.txt').answer).toBeNull();
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
