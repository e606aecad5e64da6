/** @jest-environment node */
import type { ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { createPageDeferral } from '@/server/deferral/defer-responses';
import { setUpServer } from '../ask';

const page =
  '<head><script src="/_next/static/chunks/a.js" async="" nonce="n"></script></head><body>' +
  '<script nonce="n">(function(){"text/x-deferred"})()</script>' +
  '<script nonce="n">(self.__next_f=self.__next_f||[]).push([0])</script>' +
  '<script nonce="n">self.__next_f.push([1,"1:data"])</script>Žaneta</body>';
const laterChunks = { '/_next/static/chunks/a.js': ['/_next/static/chunks/call.js'] };

let respond: (response: ServerResponse) => void;
let defer = createPageDeferral(laterChunks);
const ask = setUpServer((request, response) => {
  defer(request, response);
  respond(response);
});
beforeEach(() => (defer = createPageDeferral(laterChunks)));

/** Sends a page in several parts, as Next streams it. */
function streamPage(response: ServerResponse, html: string, status = 200) {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.flushHeaders();
  const bytes = Buffer.from(html);
  response.write(bytes.subarray(0, bytes.length - 9));
  response.end(bytes.subarray(bytes.length - 9));
}

test('the personal page is deferred for every query string, and compressed', async () => {
  respond = (response) => streamPage(response, page);
  const { headers, body } = await ask('/outreach?contact_name=x', {
    'Accept-Encoding': 'br, gzip',
  });
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': String(body.length),
  });
  const html = gunzipSync(body).toString();
  expect(html).toContain('<script type="text/x-component">1:data</script>');
  expect(html).toContain('<script type="text/x-deferred" data-src="/_next/static/chunks/a.js">');
  expect(html).toContain('<script type="text/x-ahead" data-src="/_next/static/chunks/call.js">');
  expect(html).toContain('Žaneta');
});

test.each([undefined, 'br', 'gzip;q=0', 'identity'])(
  'sends the page uncompressed for Accept-Encoding %s',
  async (codings) => {
    respond = (response) => streamPage(response, page);
    const { headers, body } = await ask(
      '/outreach',
      codings === undefined ? {} : { 'Accept-Encoding': codings },
    );
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.toString()).toContain('text/x-component');
  },
);

test.each([
  ['another page', '/contact', 200],
  ['a page below', '/outreach/x', 200],
  ['an error page', '/outreach', 500],
])('does not change %s', async (_what, path, status) => {
  respond = (response) => streamPage(response, page, status);
  const answer = await ask(path);
  expect(answer.status).toBe(status);
  expect(answer.body.toString()).toBe(page);
});

test('changes nothing in a build without deferral', async () => {
  defer = createPageDeferral(undefined);
  respond = (response) => streamPage(response, page);
  expect((await ask('/outreach')).body.toString()).toBe(page);
});

test('does not change RSC payloads and empty responses', async () => {
  respond = (response) => {
    response.setHeader('Content-Type', 'text/x-component');
    response.end(page);
  };
  expect((await ask('/outreach')).body.toString()).toBe(page);
  respond = (response) => response.writeHead(304).end();
  expect(await ask('/outreach', { 'Accept-Encoding': 'gzip' })).toMatchObject({ status: 304 });
});

test('sends a page that cannot be deferred unchanged, and logs a warning', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const odd = page.replace('1:data', '1:T4,<!--');
  respond = (response) => streamPage(response, odd);
  expect((await ask('/outreach')).body.toString()).toBe(odd);
  expect(log.mock.calls).toEqual([
    [expect.stringContaining('"level":"warn","error":"The RSC payload would end its block')],
  ]);
});
