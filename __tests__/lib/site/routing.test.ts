import { fc } from '@/__tests__/support/fast-check';
import { readPersonalLink } from '@/lib/outreach/mangled-links';
import { decideRequest, findPathKind, normalizePath } from '@/lib/site/routing';

test.each([
  ['/', '/'],
  ['/privacy', '/privacy'],
  ['/Privacy', '/Privacy'],
  ['/privacy//', '/privacy'],
  ['/%6futre%61ch', '/outreach'],
  ['/%7e%5f%2d%2E', '/~_-.'],
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['/a%2fb', '/a%2Fb'],
  ['/%5ca%3Fb', '/%5Ca%3Fb'],
  ['/%2570rivacy', '/%2570rivacy'],
  ['/%zz%', '/%zz%'],
  ['/a/b/./../../privacy', '/privacy'],
  ['/%2e/a/%2E%2e/privacy', '/privacy'],
  ['/../..', '/'],
  ['/...', '/...'],
  ['/.//a\\b', '/a/b'],
])('the path %s is %s', (sent, path) => {
  expect(normalizePath(sent)).toBe(path);
});

const page = { sha256: '', inlineScripts: [] };
const addresses = {
  pages: { '/': page, '/_not-found': page, '/_global-error': page },
  files: ['/robots.txt'],
  routes: ['^/outreach(?:/)?$', '^/api/contact(?:/)?$', '^/blog/([^/]+?)(?:/)?$'],
};
const decide = (method: string, pathname: string, search = '') =>
  decideRequest(method, { pathname, search }, (path) => findPathKind(addresses, path));

test.each([
  ['GET', '/', { action: 'answer', path: '/', kind: 'page' }],
  ['HEAD', '/outreach', { action: 'answer', path: '/outreach', kind: 'route' }],
  ['GET', '/robots.txt', { action: 'answer', path: '/robots.txt', kind: 'file' }],
  ['GET', '/blog/one', { action: 'answer', path: '/blog/one', kind: 'route' }],
  ['GET', '/no-such-page/', { action: 'answer', path: '/no-such-page', kind: undefined }],
  ['GET', '/_not-found', { action: 'answer', path: '/_not-found', kind: undefined }],
  ['GET', '/toString', { action: 'answer', path: '/toString', kind: undefined }],
  ['GET', '/robots.txt/', { action: 'redirect', location: '/robots.txt' }],
  ['POST', '/%6Futreach', { action: 'reject', reason: 'method' }],
  ['OPTIONS', '/outreach', { action: 'reject', reason: 'options' }],
  ['POST', '/no-such-page', { action: 'reject', reason: 'unknown' }],
  ['OPTIONS', '/no-such-page', { action: 'reject', reason: 'unknown' }],
  ['POST', '/api/contact', { action: 'answer', path: '/api/contact', kind: 'route' }],
  ['POST', '/%61pi/contact', { action: 'redirect', location: '/api/contact' }],
  ['POST', '/api/none', { action: 'reject', reason: 'unknown' }],
  ['GET', '/api/none/', { action: 'answer', path: '/api/none', kind: undefined }],
])('decides what happens to %s %s', (method, pathname, decision) => {
  expect(decide(method, pathname)).toEqual(decision);
});

/** Returns the address that a request is redirected to; undefined if it is answered. */
function redirect(address: string): string | undefined {
  const [, pathname = '', search = ''] = /^([^?]*)(.*)$/s.exec(address) ?? [];
  const decision = decide('GET', pathname, search);
  return decision.action === 'redirect' ? decision.location : undefined;
}

test('redirects with the query as it was sent, unless proxies would refuse the headers', () => {
  expect(redirect('/outreach/?name=%4Aana&a=//b')).toBe('/outreach?name=%4Aana&a=//b');
  const tooLong = decide('GET', '/outreach/', `?a=${'b'.repeat(1800)}`);
  expect(tooLong).toEqual({ action: 'reject', reason: 'unknown' });
});

test('redirects once, and never to another site', () => {
  const starts = fc.constantFrom('', '/outreach', '/OUTREACH', '/%6Futreach');
  const piece = fc.constantFrom(
    ...['/', '//', '\\', '.', '..', '%2e', '%2F', '%5C', '%3F', '%26', '&', ';', '%', '%25', '%70'],
    ...['%0A', '%20', '%C2%A0', '%FF', '\t', 'é', '@', ':', '#', '=', 'a=', 'evil.example', 'a'],
  );
  let redirected = 0;
  fc.assert(
    fc.property(starts, fc.array(piece, { maxLength: 10 }), (start, pieces) => {
      const sent = start || '/';
      const location = redirect(sent + pieces.join(''));
      expect(normalizePath(sent + pieces.join(''))).toMatch(/^\/(?![/\\])/);
      if (location === undefined) return;
      redirected += 1;
      expect(location).toMatch(/^\/(?![/\\])[!-~]*$/);
      expect(new URL(location, 'https://site.example').host).toBe('site.example');
      expect(redirect(location)).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
  expect(redirected).toBeGreaterThan(200);
});

describe('the personal page', () => {
  const QUERY = '?contact_name=Jan%20Nov%C3%A1k&vapi_assistant_id=demo-cs';
  const readLink = (address = '') =>
    readPersonalLink(
      Object.fromEntries(new URL(address, 'https://callwright.example').searchParams),
    );
  const LINK = { contact_name: 'Jan Novák', vapi_assistant_id: 'demo-cs' };

  test.each([
    ...['/Outreach', '/%256Futreach', '/%4FUTREACH', '//OUTREACH//', '/a/../Outreach'],
    ...['/%E2%80%8Boutreach', '/out%C2%ADreach', '/%20outreach', '/%C2%A0Outreach'],
    ...['/outreach.HTM', '/outreach/index.html', '/outreachx', '/outreach/api/visit'],
    ...['/outreach).', '/outreach%22', '/outreach%', '/outreach%A0', '/outreach%E2%80%9C.'],
    ...['/outreach&', '/outreach%3F', '/outreach;jsessionid=1', '/outreach%3Bjsessionid=1/a'],
    ...['/outreach=', '/outreach%00', '/outreach%0A%0ATento%20odkaz', '/outreach%C3%A1'],
  ])('is found at %s, with the query as it was sent', (path) => {
    expect(redirect(path)).toBe('/outreach');
    expect(redirect(path + QUERY)).toBe(`/outreach${QUERY}`);
  });

  test.each([
    ['%3F', '&'],
    ['%253f', '%2526'],
    ['&amp;', '&amp;'],
    ['%26', '%26amp%3B'],
    [';', ';'],
    ['/%3F', '&'],
    ['.%20%3F%E2%80%8B', '%26+'],
    [';jsessionid=1%3F', '&'],
  ])('has the parameters behind %s and %s', (start, separator) => {
    for (const path of ['/outreach', '/OUTREACH', '/outreach.html', '/%6Futreach'])
      for (const equals of ['=', '%3D', '%3d']) {
        const name = `contact_name${equals}Jan%20Nov%C3%A1k`;
        const whole = `${path}${start}${name}${separator}vapi_assistant_id${equals}demo-cs`;
        expect(readLink(redirect(whole))).toMatchObject(LINK);
        const cut = `${path}${start}${name}?vapi_assistant_id=demo-cs`;
        expect(readLink(redirect(cut))).toMatchObject(LINK);
      }
  });

  test.each([
    '/OUTREACH%3FCONTACT%5FNAME%3DJan%20Nov%C3%A1k%26VAPI%5FASSISTANT%5FID%3Ddemo-cs',
    '/outreach%253Fcontact_name%253DJan%252520Nov%2525C3%2525A1k%2526vapi_assistant_id%253Ddemo-cs',
    '/outreach%3Fvapi_assistant_id=demo-cs%23&contact_name=Jan%20Nov%C3%A1k',
    '/outreach%3Fcontact_name=Jan+Nov%C3%A1k&vapi_assistant_id=demo-cs%0A%0ATento%20odkaz',
  ])('gets the link of %s', (address) => {
    expect(readLink(redirect(address))).toMatchObject(LINK);
  });

  test.each([
    ...['/', '/%2Foutreach', '/out/reach', '/en/outreach', '/utreach', '/api/outreach', '/blog/1'],
    ...['/%3Foutreach', '/outreach', '/outreach?', '/outreach?CONTACT_NAME=Jan', '/x?/outreach'],
  ])('needs no redirect from %s', (path) => {
    expect(redirect(path)).toBeUndefined();
  });
});
