/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { sendCopies } from '@/lib/server/compressed-copies';

let server: Server;
let distDir: string;
let status = 200;

function keep(file: string, text: string) {
  const copy = join(distDir, 'brotli', file);
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, brotliCompressSync(text));
}

beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'copies-'));
  for (const file of ['index.html', 'privacy.html', '_next/static/chunks/a.js', 'gone.html'])
    keep(file, `copy of ${file}`);
  sendCopies(relative(process.cwd(), distDir));
  rmSync(join(distDir, 'brotli', 'gone.html'));
  server = createServer((request, response) => {
    response.writeHead(status, { Vary: 'rsc' });
    response.end(`${request.url} from Next for ${request.headers['accept-encoding']}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  rmSync(distDir, { recursive: true });
  server.close();
});
beforeEach(() => (status = 200));

async function ask(path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const options = { host: '127.0.0.1', port, path, headers, agent: false };
  const answer = await new Promise<IncomingMessage>((done) => get(options, done));
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const { 'content-encoding': coding, vary } = answer.headers;
  const body = Buffer.concat(parts);
  const text = (coding === 'br' ? brotliDecompressSync(body) : body).toString();
  return { status: answer.statusCode, coding, vary, text };
}
const br = { 'Accept-Encoding': 'gzip, br' };

test.each([
  ['/', 'index.html'],
  ['/?campaign=x', 'index.html'],
  ['/privacy', 'privacy.html'],
  ['/_next/static/chunks/a.js', '_next/static/chunks/a.js'],
])('%s comes as the copy of %s', async (path, file) => {
  expect(await ask(path, br)).toEqual({
    status: 200,
    coding: 'br',
    vary: 'rsc, Accept-Encoding',
    text: `copy of ${file}`,
  });
});

test.each([
  ['who does not unpack it', '/', { 'Accept-Encoding': 'gzip' }, 'gzip'],
  ['a page’s data for React', '/', { ...br, RSC: '1' }, 'gzip, br'],
  ['what has no copy', '/contact', br, 'gzip, br'],
  ['a copy that is gone', '/gone', br, 'undefined'],
])('%s comes from Next', async (_what, path, headers, asked) => {
  const answer = await ask(path, headers as Record<string, string>);
  expect(answer).toMatchObject({ coding: undefined, text: `${path} from Next for ${asked}` });
});

test('an error stays what it is', async () => {
  status = 500;
  expect(await ask('/', br)).toMatchObject({ status: 500, coding: undefined });
});
