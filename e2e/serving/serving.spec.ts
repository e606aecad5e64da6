import { readdirSync, readFileSync } from 'node:fs';
import { request as ask, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { CLOSED_POLICY } from '@/lib/site/security-headers';
import { Processes } from '@/local/processes';
import { startSite } from '@/local/site';
import { apiRoutes } from '@/__tests__/support/routes';
import { settingsWithoutDatabase, startNextAlone } from '@/scripts/test/next-alone';
import { findRandomFreePort, TEST_DIST_DIR } from '@/scripts/test/test-site';
import { expect, test } from '../support/test';

const findOrigin = () => process.env.E2E_SITE_URL ?? '';

type Answer = { status: number; headers: Record<string, string> };

/**
 * Headers of one connection or one body, of Next's own cache, and those that only answers from
 * memory have.
 */
const NOT_COMPARED = [
  ...['accept-ranges', 'connection', 'content-encoding', 'content-length', 'date', 'etag'],
  ...['keep-alive', 'last-modified', 'transfer-encoding', 'x-nextjs-cache', 'x-request-id'],
];

/** Headers that depend on the folder. They mean nothing on a refusal, which is the same for all. */
const NOT_COMPARED_IF_REFUSED = ['referrer-policy', 'x-robots-tag'];

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
function pickCompared({ status, headers }: Answer, isRefusal = false) {
  const notCompared = [
    ...NOT_COMPARED,
    ...(isRefusal ? NOT_COMPARED_IF_REFUSED : []),
    // Next repeats the address for old browsers.
    ...(status === 308 ? ['refresh', 'vary'] : []),
  ];
  const kept = Object.entries(headers).filter(([name]) => !notCompared.includes(name));
  const plain = kept.map(([name, value]) => [name, value.replace(/(nonce[-=]"?)[\w+/=]+/g, '$1…')]);
  return { status, ...Object.fromEntries(plain) };
}

function listPrerendered(): string[] {
  const manifest = readFileSync(join(TEST_DIST_DIR, 'prerender-manifest.json'), 'utf8');
  return Object.keys((JSON.parse(manifest) as { routes: object }).routes);
}

test('a part of a file is answered, as Safari asks for before it plays a recording', async () => {
  const part = await fetchAnswer(findOrigin(), 'GET', '/card.jpg', { range: 'bytes=0-1' });
  expect(part).toMatchObject({ status: 206, headers: { 'content-length': '2' } });
  const page = await fetchAnswer(findOrigin(), 'GET', '/', { range: 'bytes=0-1' });
  expect(page.status).toBe(200);
});

test.describe('compared with Next alone on the same build', () => {
  const COMPRESSED = { 'accept-encoding': 'gzip, br' };
  /** A short link that can't be looked up. */
  const BROKEN_LINK = '/o/abcdefghjk';
  // Both servers are started once.
  test.describe.configure({ mode: 'default' });
  const processes = new Processes();
  let ourUrl = '';
  let nextUrl = '';

  test.beforeAll(async () => {
    const site = { siteUrl: findOrigin(), distDir: TEST_DIST_DIR, logDir: '.data/serving' };
    const port = await findRandomFreePort();
    // Without a database, the handlers of both servers answer with the same error.
    await startSite(processes, { ...site, port, settings: settingsWithoutDatabase });
    ourUrl = `http://127.0.0.1:${port}`;
    nextUrl = await startNextAlone(processes, site);
  });
  test.afterAll(() => processes.stop());

  test('every route, method and status has the same header values', async ({ request }) => {
    const html = await (await request.get('/')).text();
    const files = html.match(/\/(?:_next\/static|fonts)\/[^"\\ ]+\.(?:js|css|woff2)/g) ?? [];
    expect(files.length).toBeGreaterThan(4);
    const paths = [
      // Next has the error page at an address, our own server has not.
      ...listPrerendered().filter((path) => path !== '/_global-error'),
      ...new Set(files),
      '/outreach?contact_name=Jana&vapi_assistant_id=demo',
      // A changed path leads to the same address.
      '/OUTREACH%3Fcontact_name=Jan%20Nov%C3%A1k%26vapi_assistant_id=demo',
      ...['/outreach/jan-novak', BROKEN_LINK],
      ...['/contact', '/fault', '/no-such-page', '/404', '/_not-found', '/wp-login.php', '/.env'],
      '/_next/no-such-file',
      ...apiRoutes.map((name) => `/api/${name}`),
    ];
    for (const path of paths)
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PROPFIND']) {
        const isRead = method === 'GET' || method === 'HEAD';
        // Our own server refuses these, which the proxy doesn’t see.
        if (path.startsWith('/_next/static/') && !isRead) continue;
        const isRefusal = !isRead && !path.startsWith('/api/');
        for (const headers of method === 'GET' ? [{}, COMPRESSED] : [COMPRESSED]) {
          const [ours, next] = await Promise.all(
            [ourUrl, nextUrl].map((url) => fetchAnswer(url, method, path, headers)),
          );
          expect(pickCompared(ours!, isRefusal), `${method} ${path}`).toEqual(
            pickCompared(next!, isRefusal),
          );
        }
      }
    expect(paths.length).toBeGreaterThan(30);
    // As on a serverless host.
    const { status, headers } = await fetchAnswer(nextUrl, 'GET', BROKEN_LINK);
    expect([status, headers['retry-after']]).toEqual([503, '30']);
  });
});

test('prerendered pages have no nonce, and files have the closed policy', async () => {
  const files = readdirSync('public', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative('public', join(entry.parentPath, entry.name))}`);
  for (const path of [...listPrerendered(), ...files]) {
    const { headers } = await fetchAnswer(findOrigin(), 'GET', path);
    const policy = headers['content-security-policy'];
    expect(policy, path).not.toContain('nonce-');
    if (!headers['content-type']?.startsWith('text/html')) expect(policy, path).toBe(CLOSED_POLICY);
  }
  expect(files).toContain('/card.jpg');
  expect(listPrerendered()).toContain('/robots.txt');
});

/** Sends these bytes and reads what comes back until the server closes or `isComplete`. */
function sendRaw(sent: string, isComplete = (_received: string) => false): Promise<string> {
  const { hostname, port } = new URL(findOrigin());
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(sent));
    socket.setEncoding('latin1').on('data', (part: string) => {
      received += part;
      if (isComplete(received)) socket.destroy();
    });
    socket.on('error', reject).on('close', () => resolve(received));
  });
}

/** Sends a request line with these headers on its own connection. */
async function askRaw(requestLine: string, headers: string[] = []) {
  const host = new URL(findOrigin()).host;
  const lines = [`${requestLine} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers];
  const received = await sendRaw(`${lines.join('\r\n')}\r\n\r\n`);
  const [head = '', ...body] = received.split('\r\n\r\n');
  const [statusLine = '', ...fields] = head.split('\r\n');
  const pairs = fields.map((field) => field.split(/: (.*)/).slice(0, 2));
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(
      pairs.map(([name = '', value = '']) => [name.toLowerCase(), value]),
    ) as Record<string, string>,
    body: body.join('\r\n\r\n'),
  };
}

test('only GET and HEAD exist outside of /api', async () => {
  const multipart = ['content-type: multipart/form-data; boundary=x', 'Content-Length: 0'];
  for (const [path, status, allow] of [
    ...['/', '/outreach', '/robots.txt', '/card.jpg'].map((each) => [each, 405, 'GET, HEAD']),
    ...['/no-such-page', '/_next/static/a.js', '/fonts/a.woff2'].map((each) => [each, 404]),
  ])
    for (const method of ['POST', 'PUT', 'PROPFIND', 'QUERY']) {
      const sent = [...multipart, `next-action: ${'a'.repeat(42)}`];
      const { headers, body, ...answer } = await askRaw(`${method} ${path}`, sent);
      expect([method, path, answer.status]).toEqual([method, path, status]);
      expect([headers['allow'], headers['cache-control']]).toEqual([allow, 'no-store']);
      expect(body.length).toBeLessThan(200);
    }
  for (const path of ['/', '/outreach', '/card.jpg', '*', `${findOrigin()}/`, findOrigin()]) {
    const { status, headers, body } = await askRaw(`OPTIONS ${path}`);
    expect([path, status, headers['allow'], body]).toEqual([path, 204, 'GET, HEAD', '']);
  }
  expect(await askRaw('OPTIONS /no-such-page')).toHaveProperty('status', 404);
  for (const path of ['/', '/no-such-page', '/api/contact', '*']) {
    const { status, headers } = await askRaw(`TRACE ${path}`);
    expect([path, status, headers['allow']]).toEqual([path, 405, 'GET, HEAD']);
  }
});

test('a body is refused before it is sent', async () => {
  const head = (path: string, more: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n\r\n`;
  for (const more of [
    'Content-Length: 30000000\r\nExpect: 100-continue',
    'Content-Length: 30000000\r\nContent-Type: multipart/form-data; boundary=x',
    'Transfer-Encoding: chunked',
  ])
    for (const path of ['/', '/contact', '/outreach', '/robots.txt']) {
      const received = await sendRaw(head(path, more), (text) => text.includes('allowed.'));
      expect(received, `${more} ${path}`).toMatch(/^HTTP\/1\.1 405 /);
    }
  const form = 'Content-Type: text/plain\r\nContent-Length: 9\r\nExpect: 100-continue';
  const asked = await sendRaw(head('/api/contact', form), (text) => text.includes('\r\n'));
  expect(asked, 'a handler may read').toMatch(/^HTTP\/1\.1 100 /);
});

test('an absolute address is answered like its path', async () => {
  for (const [path, status] of [
    ['/', 200],
    ['/outreach?contact_name=Jana&vapi_assistant_id=demo', 200],
    ['/api/health', 200],
    ['/no-such-page', 404],
  ] as const)
    for (const origin of [findOrigin(), 'HTTP://a@evil.example:80', 'https://evil.example']) {
      const answer = await askRaw(`GET ${origin}${path}`);
      expect([origin, path, answer.status]).toEqual([origin, path, status]);
      expect(JSON.stringify(answer)).not.toContain('evil.example');
    }
  expect(await askRaw(`GET ${findOrigin()}`)).toHaveProperty('status', 200);
  expect(await askRaw('GET *')).toHaveProperty('status', 405);
});

// routing.test.ts has the rules.
test('equal addresses lead to the same page, with the query as it was sent', async () => {
  for (const [sent, location, caching] of [
    ['/a/../%63ontact?a=%62+%20', '/contact?a=%62+%20', 'no-store'],
    ['/%6Futreach?contact_name=%4Aana', '/outreach?contact_name=%4Aana', 'private, no-store'],
    ['/OUTREACH%22).?lang=en%22).', '/outreach?lang=en%22).', 'private, no-store'],
    [`${findOrigin()}/%61pi/%68ealth`, '/api/health', 'no-store'],
  ] as const) {
    const { status, headers } = await askRaw(`GET ${sent}`);
    const answer = [sent, status, headers['location'], headers['cache-control']];
    expect(answer).toEqual([sent, 308, location, caching]);
    // A name in the address is told to no one.
    const referrer = caching === 'no-store' ? 'strict-origin-when-cross-origin' : 'no-referrer';
    expect(headers).toMatchObject({ 'referrer-policy': referrer });
  }
  for (const sent of ['//evil.example', '/\\evil.example', '/.//evil.example'])
    expect([sent, (await askRaw(`GET ${sent}`)).status]).toEqual([sent, 404]);
});

test('no shared cache keeps a page for an unknown address', async () => {
  for (const path of [
    ...['/404', '/_not-found', '/500', '/_error', '/_global-error', '/index', '/%2Fprivacy'],
    ...['/.env', '/_next/static/missing.js', '/_next/missing', '/fonts/missing.woff2'],
    ...['/api/missing', '/%', '/%00', '/%zz', '/%FF'],
  ])
    for (const headers of [[], ['Sec-Fetch-Dest: image'], ['x-nextjs-data: 1']]) {
      const answer = await askRaw(`GET ${path}`, headers);
      expect([path, headers, answer.status]).toEqual([path, headers, 404]);
      expect(answer.headers['cache-control'], path).toMatch(/private.*no-store/);
    }
});

test('a header of Next’s router, which no page uses, changes no answer', async () => {
  for (const path of ['/', '/outreach', '/contact'])
    for (const headers of [
      ['RSC: 1', 'Next-Router-State-Tree: broken'],
      ['RSC: 1', 'Next-Router-State-Tree: %', 'Next-Router-State-Tree: twice'],
      ['RSC: 1', 'Next-Router-Prefetch: 1', 'Next-Router-Segment-Prefetch: /_tree'],
      ['Next-Action: 00', 'Next-Url: %', 'Next-HMR-Refresh: 1'],
    ]) {
      const answer = await askRaw(`GET ${path}`, headers);
      expect([path, headers, answer.status]).toEqual([path, headers, 200]);
      expect(answer.headers['content-type']).toContain('text/html');
    }
});
