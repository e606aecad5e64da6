/** @jest-environment node */
import fc from 'fast-check';
import { readPersonalLink } from '@/lib/outreach/personal-link';
import { decideRequest } from '@/lib/site/routing';

const QUERY = '?contact_name=Jan%20Nov%C3%A1k&vapi_assistant_id=demo-cs';
const LINK = { name: 'Jan Novák', assistant: 'demo-cs' };

/** Returns the address that a request is redirected to; undefined if it is answered. */
function redirect(address: string): string | undefined {
  const [, pathname = '', search = ''] = /^([^?]*)(.*)$/s.exec(address) ?? [];
  const sent = { pathname, search };
  const decision = decideRequest('GET', sent, (each) =>
    each === '/outreach' ? 'route' : undefined,
  );
  return decision.action === 'redirect' ? decision.location : undefined;
}

const readLink = (address = '') =>
  readPersonalLink(Object.fromEntries(new URL(address, 'https://callwright.example').searchParams));

test.each([
  ...['/Outreach', '/OUTREACH', '/%6Futreach', '/%6FUTREACH', '/%256Futreach', '/%4FUTREACH'],
  ...['//Outreach', '/./Outreach', '/a/../Outreach', '/Outreach/', '//OUTREACH//'],
  ...['/%E2%80%8Boutreach', '/out%C2%ADreach', '/%20outreach', '/%C2%A0Outreach'],
  ...['/outreach.html', '/outreach.HTM', '/outreach/index.html', '/OUTREACH/INDEX.HTML/'],
  ...['/outreach/index', '/outreach.html%20', '/Outreach//index.html).'],
])('redirects %s to the page, with the query as it was sent', (path) => {
  expect(redirect(path)).toBe('/outreach');
  expect(redirect(path + QUERY)).toBe(`/outreach${QUERY}`);
});

test.each([
  ...['.', '...', ',', ')', '>', '"', '%22', '%3E', '%29.', '%3e%29', '*', '_', '!', "'", '%60'],
  ...['&', '%26', '%3F', '%3f', '%253F', ';', '%3B', '+', '%2F', '%5C', '%7C', '%', '='],
  ...['%20', '%2520', '%C2%A0', '%A0', '%E2%80%8B', '%e2%80%8b', '%EF%BB%BF', '%E2%80%9C.', '%00'],
  ...[';jsessionid=1', ';JSESSIONID=A1!-2.x', '%3Bjsessionid=1', ';jsessionid=1/index.html'],
  ...['%0A', '%0D%0A', '%0A%0ATento%20odkaz', '%0ATento%20odkaz/je'],
])('drops %s at the end of the path', (end) => {
  for (const path of ['/outreach', '/OUTREACH']) {
    expect(redirect(path + end)).toBe('/outreach');
    expect(redirect(path + end + QUERY)).toBe(`/outreach${QUERY}`);
  }
});

test.each([
  ['%3F', '&'],
  ['%3f', '%26'],
  ['%253F', '%2526'],
  ['&', '&'],
  ['&amp;', '&amp;'],
  ['%26', '%26amp%3B'],
  [';', ';'],
  ['/', '&'],
  ['/%3F', '&'],
  ['.%20%3F', '%26'],
  ['%3F%20', '%26%20'],
  ['%3F%E2%80%8B', '&+'],
])('finds the parameters behind %s and %s', (start, separator) => {
  for (const path of ['/outreach', '/Outreach', '/outreach.html', '/%6Futreach'])
    for (const equals of ['=', '%3D', '%3d']) {
      const parameters = [
        `contact_name${equals}Jan%20Nov%C3%A1k`,
        `vapi_assistant_id${equals}demo-cs`,
      ];
      const first = path + start + parameters[0];
      expect(readLink(redirect(path + start + parameters.join(separator)))).toMatchObject(LINK);
      expect(readLink(redirect(`${first}?vapi_assistant_id=demo-cs`))).toMatchObject(LINK);
    }
});

test.each([
  '/OUTREACH?CONTACT_NAME=Jan%20Nov%C3%A1k&VAPI_ASSISTANT_ID=demo-cs',
  '/OUTREACH%3FCONTACT%5FNAME%3DJan%20Nov%C3%A1k%26VAPI%5FASSISTANT%5FID%3Ddemo-cs',
  '/outreach%3Fvapi_assistant_id=demo-cs%26contact_name=Jan%2BNov%C3%A1k%26utm_source=email',
  '/outreach%253Fcontact_name%253DJan%252520Nov%2525C3%2525A1k%2526vapi_assistant_id%253Ddemo-cs',
  '/outreach%3Fcontact_name=Jan+Nov%C3%A1k&vapi_assistant_id=demo-cs%22%3E.',
  '/outreach%3Fcontact_name=Jan+Nov%C3%A1k&vapi_assistant_id=demo-cs/?utm_source=x',
  '/outreach%3Fcontact_name=Jan+Nov%C3%A1k&vapi_assistant_id=demo-cs%0A%0ATento%20odkaz',
  '/outreach;jsessionid=1%3Fcontact_name=Jan+Nov%C3%A1k&vapi_assistant_id=demo-cs&fbclid=a_b',
])('leads from %s to the page of the link', (address) => {
  expect(readLink(redirect(address))).toMatchObject(LINK);
});

test.each([
  ...['/outreachx', '/outreach/missing', '/outreach-old', '/Outreach%2Fmissing', '/outreach/404'],
  ...['/OUTREACH/api/visit', '/outreach%C3%A1', '/outreach%20Tento'],
])('%s leads to the page, which says whom to ask for a new link', (path) => {
  expect(redirect(path)).toBe('/outreach');
  expect(redirect(path + QUERY)).toBe(`/outreach${QUERY}`);
});

test.each([
  ...['/', '/%2Foutreach', '/out/reach', '/out-reach', '/en/outreach', '/outreac', '/utreach'],
  ...['/api/outreach', '/%5Coutreach', '/%3Foutreach', '/x?/outreach'],
])('%s has nothing to do with one', (path) => {
  expect(redirect(path + QUERY)).toBeUndefined();
});

test('the page itself is answered, with any query', () => {
  for (const query of ['', '?', '??', QUERY, '?CONTACT_NAME=Jan', '?x=//evil.example'])
    expect(redirect(`/outreach${query}`)).toBeUndefined();
});

test('redirects once, and never to another site', () => {
  const piece = fc.constantFrom(
    ...['/', '//', '\\', '.', '..', '%2F', '%5C', '%3F', '%26', '&', ';', '%', '%25', '%0A', '%0D'],
    ...['%20', '%C2%A0', '%FF', '\t', 'é', '@', ':', '#', '=', 'a=', 'evil.example', 'index.html'],
  );
  const ends = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  let redirected = 0;
  fc.assert(
    fc.property(fc.constantFrom('/outreach', '/OUTREACH', '/%6Futreach'), ends, (path, end) => {
      const location = redirect(path + end);
      if (location === undefined) return;
      redirected += 1;
      expect(location).toMatch(/^\/(?![/\\])[!-~]*$/);
      expect(new URL(location, 'https://site.example').host).toBe('site.example');
      expect(redirect(location)).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
  expect(redirected).toBeGreaterThan(200);
});
