/** @jest-environment node */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheEarlyAnswers } from '@/server/memory/early-answers';
import { setUpServer } from '../ask';

const distDir = mkdtempSync(join(tmpdir(), 'refused-'));
const page = '<h1>Not found</h1>';
const addresses = {
  pages: { '/': {}, '/privacy': {} },
  files: ['/fonts/a.woff2', '/robots.txt'],
  routes: ['/outreach'],
  dynamicRoutes: [],
};
const earlyStatus: Record<string, number> = { 'POST /': 405, 'OPTIONS /': 204 };

function answerAsNext(request: IncomingMessage, response: ServerResponse) {
  const { method, url = '' } = request;
  const codings = request.headers['accept-encoding'] ?? '';
  if (codings.includes('gzip')) response.setHeader('Content-Encoding', 'gzip');
  response.statusCode = earlyStatus[`${method} ${url}`] ?? 404;
  response.setHeader('X-Security', 'yes');
  response.setHeader('Content-Type', method === 'GET' ? 'text/html' : 'text/plain');
  response.setHeader('X-Folder', url.slice(0, url.lastIndexOf('/') + 1));
  if (response.statusCode !== 404) response.setHeader('Allow', 'GET, HEAD');
  response.end(method === 'GET' ? page : 'No.');
}

let earlyAnswers: Awaited<ReturnType<typeof cacheEarlyAnswers>>;
beforeAll(async () => {
  mkdirSync(join(distDir, 'compressed'));
  const digest = createHash('sha256').update(page).digest('hex');
  writeFileSync(join(distDir, 'compressed', `${digest}.br`), 'br of page');
  earlyAnswers = await cacheEarlyAnswers({ distDir, addresses }, answerAsNext);
});
afterAll(() => rmSync(distDir, { recursive: true }));

const ask = setUpServer((request, response) => {
  const path = request.url ?? '';
  if (path === '/moved') return earlyAnswers.redirect('/better?a=%62', request, response);
  if (request.method === 'POST') return earlyAnswers.reject('method', request, response);
  if (request.method === 'OPTIONS') return earlyAnswers.reject('options', request, response);
  if (request.method === 'PUT') return earlyAnswers.reject('unknown', request, response);
  earlyAnswers.answerUnknown(path, request, response);
});

test.each([
  ['POST', 405, 'No.', 'GET, HEAD'],
  ['OPTIONS', 204, '', 'GET, HEAD'],
  ['PUT', 404, 'No.', undefined],
])('answers %s with %i and the headers of Next', async (method, status, body, allow) => {
  const answer = await ask('/', {}, method);
  expect([answer.status, String(answer.body)]).toEqual([status, body]);
  expect(answer.headers).toMatchObject({ 'x-security': 'yes' });
  expect(answer.headers).not.toHaveProperty('content-encoding');
  expect(answer.headers.allow).toBe(allow);
});

test.each([
  [{ 'Content-Length': '3' }, 'close'],
  [{ 'Transfer-Encoding': 'chunked' }, 'close'],
  [{ 'Content-Length': '0', Connection: 'keep-alive' }, 'keep-alive'],
] as const)('after a request with %j, says Connection: %s', async (headers, connection) => {
  for (const [path, method] of [
    ['/', 'POST'],
    ['/moved', 'PUT'],
  ] as const)
    expect((await ask(path, { ...headers }, method)).headers.connection).toBe(connection);
});

test('redirects for good, without a type and uncached', async () => {
  const { status, headers, body } = await ask('/moved');
  expect([status, headers.location, body.length]).toEqual([308, '/better?a=%62', 0]);
  expect(headers).toMatchObject({ 'x-security': 'yes' });
  expect(headers).not.toHaveProperty('content-type');
});

test.each([
  ['/wp-login.php', '/'],
  ['/.env', '/'],
  ['/a/b/c', '/'],
  ['/fonts/b.woff2', '/fonts/'],
])('answers %s with the page and headers of %s', async (path, folder) => {
  const { status, headers, body } = await ask(path, { 'Accept-Encoding': 'br' });
  expect([status, headers['x-folder'], String(body)]).toEqual([404, folder, 'br of page']);
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html' });
});

test('neither a part of the page nor an unchanged one is sent', async () => {
  const { status, headers, body } = await ask('/no', { Range: 'bytes=0-1', 'If-None-Match': '*' });
  expect([status, String(body)]).toEqual([404, page]);
  for (const name of ['etag', 'accept-ranges']) expect(headers).not.toHaveProperty(name);
});

test('answers HEAD like GET, without a body', async () => {
  const { status, headers, body } = await ask('/no', {}, 'HEAD');
  expect([status, headers['content-length'], body.length]).toEqual([404, String(page.length), 0]);
});
