import { readdirSync, readFileSync } from 'node:fs';
import { request as ask, type IncomingMessage } from 'node:http';
import { join, relative } from 'node:path';
import { CLOSED_POLICY } from '../lib/server/http/security-headers';
import { findRandomFreePort } from '../local/ports.mjs';
import { Processes } from '../local/processes';
import { startSite } from '../local/site';
import { apiRoutes } from '../test-support/api-routes';
import { settingsWithoutDatabase, startNextAlone } from '../test-support/next-alone';
import { TEST_DIST_DIR } from '../test-support/test-site.mjs';
import { expect, test } from './test';

type Answer = { status: number; headers: Record<string, string> };

/**
 * Headers of one connection or one body, of Next's own cache, and those that only answers from
 * memory have.
 */
const NOT_COMPARED = [
  'accept-ranges',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'transfer-encoding',
  'x-nextjs-cache',
  'x-request-id',
];

async function fetchAnswer(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    ask(origin + path, { method, headers, agent: false }, resolve)
      .on('error', reject)
      .end(),
  );
  response.resume();
  const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(entries) };
}

/** Picks what has to be equal: the status and all headers, without nonces. */
function pickCompared({ status, headers }: Answer) {
  const kept = Object.entries(headers).filter(([name]) => !NOT_COMPARED.includes(name));
  const plain = kept.map(([name, value]) => [name, value.replace(/(nonce[-=]"?)[\w+/=]+/g, '$1…')]);
  return { status, ...Object.fromEntries(plain) };
}

const listPrerendered = () =>
  Object.keys(
    (
      JSON.parse(readFileSync(join(TEST_DIST_DIR, 'prerender-manifest.json'), 'utf8')) as {
        routes: object;
      }
    ).routes,
  );

test.describe('compared with Next alone on the same build', () => {
  const processes = new Processes();
  let ourUrl = '';
  let nextUrl = '';

  test.beforeAll(async () => {
    const siteUrl = process.env.E2E_SITE_URL ?? '';
    const logDir = '.data/serving';
    const port = await findRandomFreePort();
    // Without a database, the handlers of both servers answer with the same error.
    await startSite(processes, {
      mode: 'production',
      port,
      siteUrl,
      distDir: TEST_DIST_DIR,
      settings: settingsWithoutDatabase,
      logDir,
      say: (line) => console.log(line),
    });
    ourUrl = `http://127.0.0.1:${port}`;
    nextUrl = await startNextAlone(processes, { siteUrl, distDir: TEST_DIST_DIR, logDir });
  });
  test.afterAll(() => processes.stop());

  test('every route, method and status has the same header values', async ({ request }) => {
    const html = await (await request.get('/')).text();
    const files = html.match(/\/(?:_next\/static|fonts)\/[^"\\ ]+\.(?:js|css|woff2)/g) ?? [];
    expect(files.length).toBeGreaterThan(4);
    const paths = [
      ...listPrerendered(),
      ...new Set(files),
      '/outreach?contact_name=Jana&vapi_assistant_id=demo',
      '/outreach/below',
      '/contact',
      '/fault',
      '/privacy/',
      '/no-such-page',
      '/_next/static/no-such-chunk.js',
      '/fonts/no-such-font.woff2',
      '/api/no-such-route',
      ...apiRoutes.map((name) => `/api/${name}`),
    ];
    for (const path of paths)
      for (const [method, headers] of [
        ['GET', {}],
        ['GET', { rsc: '1' }],
        ['GET', { 'accept-encoding': 'gzip, br' }],
        ['HEAD', {}],
        ['OPTIONS', {}],
        ['POST', {}],
      ] as const)
        expect(
          pickCompared(await fetchAnswer(ourUrl, method, path, headers)),
          `${method} ${path} ${JSON.stringify(headers)}`,
        ).toEqual(pickCompared(await fetchAnswer(nextUrl, method, path, headers)));
    expect(paths.length).toBeGreaterThan(30);
  });
});

test('prerendered pages have no nonce, and files have the closed policy', async () => {
  const origin = process.env.E2E_SITE_URL ?? '';
  const files = readdirSync('public', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative('public', join(entry.parentPath, entry.name))}`);
  for (const path of [...listPrerendered(), ...files]) {
    const { headers } = await fetchAnswer(origin, 'GET', path);
    const policy = headers['content-security-policy'];
    expect(policy, path).not.toContain('nonce-');
    if (!headers['content-type']?.startsWith('text/html')) expect(policy, path).toBe(CLOSED_POLICY);
  }
  expect(files).toContain('/card.jpg');
  expect(listPrerendered()).toContain('/robots.txt');
});

test('TRACE is rejected', async () => {
  const { status, headers } = await fetchAnswer(process.env.E2E_SITE_URL ?? '', 'TRACE', '/');
  expect(status).toBe(405);
  expect(headers['allow']).toBe('GET, HEAD');
});
