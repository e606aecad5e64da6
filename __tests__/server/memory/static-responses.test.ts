/** @jest-environment node */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheStaticResponses } from '@/server/memory/static-responses';
import { setUpServer } from '../ask';

const folder = mkdtempSync(join(tmpdir(), 'kept-'));
const home = '<h1>Home</h1>';
const nextRequests: string[] = [];

function answerAsNext(request: IncomingMessage, response: ServerResponse) {
  const path = request.url ?? '';
  nextRequests.push(`${request.method} ${path}`);
  response.setHeader('X-Security', 'yes');
  response.setHeader('Cache-Control', path === '/mine.txt' ? 'private' : 's-maxage=9');
  response.setHeader('Last-Modified', new Date(0).toUTCString());
  if (path === '/nonce')
    response.setHeader('Content-Security-Policy', "script-src 'self' 'nonce-frozen'");
  if (path === '/cookie') response.setHeader('Set-Cookie', 'a=b');
  response.setHeader('Vary', 'rsc');
  response.setHeader('X-Nextjs-Cache', 'HIT');
  response.setHeader('X-Request-Id', 'of-one-answer');
  response.setHeader('ETag', '"of-next"');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.statusCode = path === '/_not-found' ? 404 : 200;
  response.end(path.startsWith('/?') || path === '/' ? home : `body of ${path}`);
}

const computeDigest = (text: string) => createHash('sha256').update(text).digest('hex');
function write(file: string, content: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

let fromMemory: Awaited<ReturnType<typeof cacheStaticResponses>>;
beforeAll(async () => {
  const routes = { '/': {}, '/_not-found': {}, '/cookie': {}, '/nonce': {}, '/robots.txt': {} };
  write('out/prerender-manifest.json', JSON.stringify({ routes }));
  write('out/static/chunks/a.js', '');
  write('public/fonts/a.woff2', '');
  write('public/mine.txt', '');
  write(`out/compressed/${computeDigest(home)}.br`, 'br of home');
  write(`out/compressed/${computeDigest(home)}.gz`, 'gz of home');
  write(`out/compressed/${computeDigest('body of /robots.txt')}.gz`, 'gz of robots');
  const folders = { distDir: join(folder, 'out'), publicDir: join(folder, 'public') };
  // As with NODE_USE_ENV_PROXY and a proxy that cannot reach this machine.
  const proxied = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  fromMemory = await cacheStaticResponses(folders, answerAsNext);
  proxied.mockRestore();
  nextRequests.length = 0;
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => (nextRequests.length = 0));

const ask = setUpServer((request, response) => {
  if (!fromMemory.answer(request, response)) answerAsNext(request, response);
});

test.each(['/', '/?campaign=x', '/robots.txt', '/_next/static/chunks/a.js', '/fonts/a.woff2'])(
  'serves %s from memory with the headers of Next.js',
  async (path) => {
    const { status, headers, body } = await ask(path);
    expect(nextRequests).toEqual([]);
    expect(status).toBe(200);
    expect(String(body)).toBe(path.startsWith('/?') || path === '/' ? home : `body of ${path}`);
    expect(headers).toMatchObject({
      'x-security': 'yes',
      'cache-control': 's-maxage=9',
      vary: 'rsc',
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(body.length),
      'accept-ranges': 'bytes',
    });
    for (const name of ['x-nextjs-cache', 'x-request-id', 'last-modified', 'transfer-encoding'])
      expect(headers).not.toHaveProperty(name);
  },
);

test('lists the paths at which there is something, in memory or not', () => {
  expect([...fromMemory.paths].sort()).toEqual([
    '/',
    '/_next/static/chunks/a.js',
    '/cookie',
    '/fonts/a.woff2',
    '/mine.txt',
    '/nonce',
    '/robots.txt',
  ]);
});

test.each([
  ['an unknown address', 'GET', '/unknown', {}],
  ['a longer address', 'GET', '/robots.txt/', {}],
  ['an address that spells another', 'GET', '/%72obots.txt', {}],
  ['an answer that is not 200', 'GET', '/_not-found', {}],
  ['an answer that sets a cookie', 'GET', '/cookie', {}],
  ['an answer whose policy has a nonce', 'GET', '/nonce', {}],
  ['an answer that caches must not keep', 'GET', '/mine.txt', {}],
])('passes %s to Next.js', async (_what, method, path, headers) => {
  await ask(path, headers as Record<string, string>, method);
  expect(nextRequests).toEqual([`${method} ${path}`]);
});

test.each([
  ['gzip, deflate, br, zstd', 'br', 'br of home'],
  ['gzip', 'gzip', 'gz of home'],
  ['BR;q=0.1, gzip', 'br', 'br of home'],
  ['br;q=0, gzip', 'gzip', 'gz of home'],
  ['*', 'br', 'br of home'],
  ['zstd', undefined, home],
  ['', undefined, home],
])('answers Accept-Encoding "%s" with %s', async (codings, coding, body) => {
  const answer = await ask('/', { 'Accept-Encoding': codings });
  expect(answer.headers['content-encoding']).toBe(coding);
  expect(String(answer.body)).toBe(body);
});

test('sends the uncompressed file to clients without compression', async () => {
  const robots = await ask('/robots.txt', { 'Accept-Encoding': 'br' });
  expect(robots.headers).not.toHaveProperty('content-encoding');
});

test('answers HEAD like GET, without a body', async () => {
  const headers = { 'Accept-Encoding': 'br' };
  const { date: _, ...expectedHeaders } = (await ask('/', headers)).headers;
  const head = await ask('/', headers, 'HEAD');
  expect(head.headers).toMatchObject(expectedHeaders);
  expect(head.body).toHaveLength(0);
});

describe('a cached copy', () => {
  const fetchEtag = async (coding: string) =>
    String((await ask('/', { 'Accept-Encoding': coding })).headers.etag);

  test('has a strong ETag for each coding', async () => {
    const etags = [await fetchEtag('br'), await fetchEtag('gzip'), await fetchEtag('identity')];
    expect(new Set(etags).size).toBe(3);
    for (const etag of etags) expect(etag).toMatch(/^"[\da-f]{16}(-br|-gzip)?"$/);
  });

  test('is answered with 304', async () => {
    const headers = { 'Accept-Encoding': 'br', 'If-None-Match': await fetchEtag('br') };
    const answer = await ask('/', headers);
    expect(answer.status).toBe(304);
    expect(answer.body).toHaveLength(0);
    expect(answer.headers).toMatchObject({ 'cache-control': 's-maxage=9', vary: 'rsc' });
    for (const name of ['content-type', 'content-encoding', 'content-length'])
      expect(answer.headers).not.toHaveProperty(name);
  });

  test.each([
    ['it is another', { 'If-None-Match': '"other"' }],
    ['the visitor asks for a new one', { 'Cache-Control': 'no-cache' }],
  ])('is sent again when %s', async (_why, headers) => {
    const kept = { 'If-None-Match': await fetchEtag('identity') };
    expect(await ask('/', { ...kept, ...(headers as Record<string, string>) })).toMatchObject({
      status: 200,
    });
  });
});

describe('a range', () => {
  const size = home.length;

  test.each([
    ['bytes=0-3', home.slice(0, 4), `bytes 0-3/${size}`],
    ['bytes=4-', home.slice(4), `bytes 4-${size - 1}/${size}`],
    ['bytes=-3', home.slice(-3), `bytes ${size - 3}-${size - 1}/${size}`],
    ['bytes=10-999', home.slice(10), `bytes 10-${size - 1}/${size}`],
  ])('%s is served with 206', async (Range, part, place) => {
    const { status, headers, body } = await ask('/', { Range });
    expect([status, headers['content-range'], String(body)]).toEqual([206, place, part]);
    expect(headers['content-length']).toBe(String(part.length));
  });

  test('of a compressed copy is served with 206', async () => {
    const answer = await ask('/', { Range: 'bytes=0-1', 'Accept-Encoding': 'br' });
    expect(answer).toMatchObject({ status: 206, headers: { 'content-encoding': 'br' } });
    expect(String(answer.body)).toBe('br');
  });

  test('outside of the file is refused with 416', async () => {
    const { status, headers, body } = await ask('/', { Range: 'bytes=99-' });
    expect([status, headers['content-range'], body.length]).toEqual([416, `bytes */${size}`, 0]);
  });

  test.each([
    ['several of them', { Range: 'bytes=0-1,4-5' }],
    ['another unit', { Range: 'lines=0-1' }],
    ['nonsense', { Range: 'bytes' }],
    ['one of an older copy', { Range: 'bytes=0-1', 'If-Range': '"old"' }],
  ])('%s gets the whole file', async (_what, headers) => {
    const answer = await ask('/', headers as Record<string, string>);
    expect([answer.status, String(answer.body)]).toEqual([200, home]);
  });

  test('of the copy that is still the same is cut out', async () => {
    const etag = String((await ask('/')).headers.etag);
    const headers = { Range: 'bytes=0-1', 'If-Range': etag };
    expect(await ask('/', headers)).toMatchObject({ status: 206 });
  });
});
