/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { sendCopies } from '@/lib/server/compressed-copies';
import { ask as askServer } from './ask';

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

async function ask(path: string, asked?: Record<string, string>) {
  const { status: code, headers, body } = await askServer(server, path, asked);
  const { 'content-encoding': coding, vary } = headers;
  const text = (coding === 'br' ? brotliDecompressSync(body) : body).toString();
  return { status: code, coding, vary, text };
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
