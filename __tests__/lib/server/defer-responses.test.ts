/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { deferResponses } from '@/lib/server/defer-responses';
import { log } from '@/lib/server/log';
import { ask as askServer } from './ask';

const page =
  '<head><script src="/_next/static/chunks/a.js" async="" nonce="n"></script></head><body>' +
  '<script nonce="n">(function(){"text/x-deferred"})()</script>' +
  '<script nonce="n">(self.__next_f=self.__next_f||[]).push([0])</script>' +
  '<script nonce="n">self.__next_f.push([1,"1:data"])</script>Žaneta</body>';

let respond: (response: ServerResponse) => void;
let server: Server;
let distDir: string;

beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'imports-'));
  const imports = { '/_next/static/chunks/a.js': ['/_next/static/chunks/call.js'] };
  writeFileSync(join(distDir, 'imports.json'), JSON.stringify(imports));
  deferResponses(relative(process.cwd(), distDir));
  server = createServer((_, response) => respond(response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  rmSync(distDir, { recursive: true });
  server.close();
});

/** In several parts, as a page is streamed. */
function stream(response: ServerResponse, html: string, status = 200) {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.flushHeaders();
  const bytes = Buffer.from(html);
  response.write(bytes.subarray(0, bytes.length - 9));
  response.end(bytes.subarray(bytes.length - 9));
}

const ask = (path: string, headers?: Record<string, string>) => askServer(server, path, headers);

test('the personal page is deferred, whatever its address asks for, and packed afterwards', async () => {
  respond = (response) => stream(response, page);
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

test('whoever cannot unpack gets it plain', async () => {
  respond = (response) => stream(response, page);
  const { headers, body } = await ask('/outreach');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(body.toString()).toContain('text/x-component');
});

test.each([
  ['another page', '/contact', 200],
  ['a page below', '/outreach/x', 200],
  ['an error page', '/outreach', 500],
])('%s stays as it is', async (_what, path, status) => {
  respond = (response) => stream(response, page, status);
  const answer = await ask(path);
  expect(answer.status).toBe(status);
  expect(answer.body.toString()).toBe(page);
});

test('data for React and an empty answer pass through', async () => {
  respond = (response) => {
    response.setHeader('Content-Type', 'text/x-component');
    response.end(page);
  };
  expect((await ask('/outreach')).body.toString()).toBe(page);
  respond = (response) => response.writeHead(304).end();
  expect(await ask('/outreach', { 'Accept-Encoding': 'gzip' })).toMatchObject({ status: 304 });
});

test('a page that cannot be deferred is sent as it is, with a line in the log', async () => {
  const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined);
  const odd = page.replace('1:data', '1:<!--');
  respond = (response) => stream(response, odd);
  expect((await ask('/outreach')).body.toString()).toBe(odd);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(warn.mock.calls)).not.toContain('Žaneta');
});
