import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { keepAnswers, sendKept } from '@/server/memory';

const distDir = mkdtempSync(join(tmpdir(), 'kept-'));
const home = '<h1>Home</h1>';
const unknownPage = '<h1>Not found</h1>';
const bodies: Record<string, string> = { '/': home, '/robots.txt': 'User-agent: *' };

function answerAsNext({ url = '' }: IncomingMessage, response: ServerResponse) {
  const headers = {
    'X-Security': 'yes',
    'Cache-Control': 's-maxage=9',
    Vary: 'rsc',
    ETag: '"of-next"',
    'Last-Modified': new Date(0).toUTCString(),
    'Content-Type': 'text/html',
    'X-Nextjs-Cache': 'HIT',
    'X-Request-Id': 'of-one-answer',
  };
  response.writeHead(url in bodies ? 200 : 404, headers).end(bodies[url] ?? unknownPage);
}

function compress(body: string, extension: string, bytes: string) {
  const digest = createHash('sha256').update(body).digest('hex');
  writeFileSync(join(distDir, 'compressed', `${digest}.${extension}`), bytes);
}

let kept: Awaited<ReturnType<typeof keepAnswers>>;
const server = createServer((received, response) => {
  const { url = '' } = received;
  sendKept(kept.files.get(url) ?? kept.unknownPage, received, response);
});

beforeAll(async () => {
  mkdirSync(join(distDir, 'compressed'));
  compress(home, 'br', 'br of home');
  compress(home, 'gzip', 'gz of home');
  compress(unknownPage, 'br', 'br of unknown page');
  // As with NODE_USE_ENV_PROXY and a proxy that cannot reach this machine.
  const proxied = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  kept = await keepAnswers(distDir, ['/', '/robots.txt', '/_not-found'], answerAsNext);
  proxied.mockRestore();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  server.close();
  rmSync(distDir, { recursive: true });
});

/** Sends a request over a new connection; the body is returned as sent, compressed or not. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const options = { host: '127.0.0.1', port, path, headers, method, agent: false };
  const answer = await new Promise<IncomingMessage>((resolve) => request(options, resolve).end());
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

test.each([
  ['/', home],
  ['/robots.txt', 'User-agent: *'],
])('sends %s, which Next answers with 200, with its headers', async (path, body) => {
  expect([...kept.files.keys()]).toEqual(['/', '/robots.txt']);
  const answer = await ask(path);
  expect([answer.status, String(answer.body)]).toEqual([200, body]);
  expect(answer.headers).toMatchObject({
    'x-security': 'yes',
    'cache-control': 's-maxage=9',
    vary: 'rsc',
    'content-type': 'text/html',
    'content-length': String(body.length),
  });
  for (const name of ['x-nextjs-cache', 'x-request-id', 'last-modified', 'transfer-encoding'])
    expect(answer.headers).not.toHaveProperty(name);
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
  // This one has no compressed copy.
  const robots = await ask('/robots.txt', { 'Accept-Encoding': codings });
  expect(robots.headers).not.toHaveProperty('content-encoding');
});

test('answers HEAD like GET, without a body', async () => {
  for (const path of ['/', '/unknown']) {
    const headers = { 'Accept-Encoding': 'br' };
    const { date: _, ...expectedHeaders } = (await ask(path, headers)).headers;
    const head = await ask(path, headers, 'HEAD');
    expect(head.headers).toMatchObject(expectedHeaders);
    expect(head.body).toHaveLength(0);
  }
});

describe('a cached copy', () => {
  const fetchEtag = async (coding: string) =>
    String((await ask('/', { 'Accept-Encoding': coding })).headers.etag);

  test('has a strong ETag for each coding', async () => {
    const etags = [await fetchEtag('br'), await fetchEtag('gzip'), await fetchEtag('identity')];
    expect(new Set(etags).size).toBe(3);
    for (const etag of etags) expect(etag).toMatch(/^"[\da-f]{16}-(br|gzip|identity)"$/);
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
    const previous = { 'If-None-Match': await fetchEtag('identity') };
    expect(await ask('/', { ...previous, ...(headers as Record<string, string>) })).toMatchObject({
      status: 200,
    });
  });
});

test('an unknown address gets its page whole, also if the client names a copy', async () => {
  const { status, headers, body } = await ask('/no', {
    'Accept-Encoding': 'br',
    'If-None-Match': '*',
  });
  expect([status, String(body)]).toEqual([404, 'br of unknown page']);
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html' });
  expect(headers).not.toHaveProperty('etag');
});
