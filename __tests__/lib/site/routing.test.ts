/** @jest-environment node */
import fc from 'fast-check';
import { decideRequest, findPathKind, normalizePath } from '@/lib/site/routing';

test.each([
  ['/', '/'],
  ['/privacy', '/privacy'],
  ['/%70rivacy', '/privacy'],
  ['/%6Futreach', '/outreach'],
  ['/%6futreach', '/outreach'],
  ['/%2Eenv', '/.env'],
  ['/%7e%5f%2d', '/~_-'],
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['/a%2fb', '/a%2Fb'],
  ['/%3Fa', '/%3Fa'],
  ['/%25', '/%25'],
  ['/%2570rivacy', '/%2570rivacy'],
  ['/%', '/%'],
  ['/%zz', '/%zz'],
  ['/./privacy', '/privacy'],
  ['/a/b/../../privacy', '/privacy'],
  ['/%2e/a/%2E%2e/privacy', '/privacy'],
  ['/../..', '/'],
  ['/...', '/...'],
  ['/privacy/', '/privacy'],
  ['/privacy//', '/privacy'],
  ['//evil.example', '/evil.example'],
  ['/.//evil.example', '/evil.example'],
  ['/\\evil.example', '/evil.example'],
  ['/%2e/\\/evil.example', '/evil.example'],
  ['/%2Fevil.example', '/%2Fevil.example'],
  ['/%5Cevil.example', '/%5Cevil.example'],
  ['/Privacy', '/Privacy'],
])('the path %s is %s', (sent, path) => {
  expect(normalizePath(sent)).toBe(path);
});

const pieces = fc.constantFrom(
  '/',
  '\\',
  '.',
  '..',
  '%2e',
  '%2F',
  '%5c',
  '%70',
  '%',
  'a',
  '\t',
  'é',
);

test('a path never leads to another site, and stays as it is the second time', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const sent = `/${parts.join('')}`;
      const path = normalizePath(sent);
      expect(path).toMatch(/^\/(?![/\\])/);
      expect(normalizePath(path)).toBe(path);
      const decision = decideRequest('GET', { pathname: sent, search: '' }, () => 'page');
      const location = decision.action === 'redirect' ? decision.location : '/';
      expect(new URL(location, 'https://site.example').host).toBe('site.example');
    }),
  );
});

const page = { sha256: '', inlineScripts: [] };
const addresses = {
  pages: { '/': page, '/_not-found': page, '/_global-error': page },
  files: ['/robots.txt'],
  routes: ['^/outreach(?:/)?$', '^/api/contact(?:/)?$', '^/blog/([^/]+?)(?:/)?$'],
};

test.each([
  ['GET', '/', { action: 'answer', path: '/', kind: 'page' }],
  ['HEAD', '/outreach', { action: 'answer', path: '/outreach', kind: 'route' }],
  ['GET', '/no-such-page', { action: 'answer', path: '/no-such-page', kind: undefined }],
  ['GET', '/no-such-page/', { action: 'answer', path: '/no-such-page', kind: undefined }],
  ['GET', '/robots.txt/', { action: 'redirect', location: '/robots.txt' }],
  ['POST', '/outreach', { action: 'reject', reason: 'method' }],
  ['POST', '/%6Futreach', { action: 'reject', reason: 'method' }],
  ['OPTIONS', '/outreach', { action: 'reject', reason: 'options' }],
  ['POST', '/no-such-page', { action: 'reject', reason: 'unknown' }],
  ['OPTIONS', '/no-such-page', { action: 'reject', reason: 'unknown' }],
  ['POST', '/api/contact', { action: 'answer', path: '/api/contact', kind: 'route' }],
  ['POST', '/%61pi/contact', { action: 'redirect', location: '/api/contact' }],
  ['OPTIONS', '/api/none', { action: 'reject', reason: 'unknown' }],
  ['POST', '/api/none', { action: 'reject', reason: 'unknown' }],
  ['GET', '/api/none/', { action: 'answer', path: '/api/none', kind: undefined }],
])('decides what happens to %s %s', (method, pathname, decision) => {
  const sent = { pathname, search: '' };
  expect(decideRequest(method, sent, (each) => findPathKind(addresses, each))).toEqual(decision);
});

test('redirects with the query as it was sent, unless proxies would refuse the headers', () => {
  const redirect = (search: string) =>
    decideRequest('GET', { pathname: '/outreach/', search }, () => 'route');
  const query = '?contact_name=%4Aana&a=//b';
  expect(redirect(query)).toEqual({ action: 'redirect', location: `/outreach${query}` });
  expect(redirect(`?a=${'b'.repeat(1800)}`)).toEqual({ action: 'reject', reason: 'unknown' });
});

test('finds pages, files and routes, and nothing of Next’s own', () => {
  const found = ['/', '/robots.txt', '/outreach', '/blog/one', '/_not-found', '/blog', '/toString'];
  expect(found.map((path) => findPathKind(addresses, path))).toEqual([
    'page',
    'file',
    'route',
    'route',
    undefined,
    undefined,
    undefined,
  ]);
});
