import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buildForm } from '@/__tests__/support/contact-form';
import { mapFields } from '@/lib/contact/fields';
import { TEST_DIST_DIR } from '../../../scripts/test/test-site';
import { createAddress, createEmail, runInParallel } from '../client';
import { ADDRESS_HEADER, getTarget, printFigure, type Site } from '../target';

/** nginx and other proxies read the headers of an answer into 4 KB. */
const MAX_BYTES = 4000;
/** What a site on https adds: the longest rule of docs/hosting.md, and the cookie's attribute. */
const HTTPS_BYTES =
  'Strict-Transport-Security: max-age=63072000; includeSubDomains; preload\r\n'.length +
  '; Secure'.length;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'];

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string };

/** Random, so that nothing makes it shorter, but the same in every run. */
const noise = createHash('shake256', { outputLength: 32_000 }).update('noise').digest();
const letters = noise.toString('base64url');
/** Text of `length` characters, each one of `count` from `first`. */
const createText = (length: number, first: number, count: number) =>
  Array.from({ length }, (_, n) =>
    String.fromCodePoint(first + (noise.readUInt32LE(4 * n) % count)),
  ).join('');

/** What fills 16 KB with as little repetition as there can be, by its name. */
const longTexts = {
  letters: letters.slice(0, 15_000),
  'two-byte characters': createText(2500, 0x80, 0x780),
  'three-byte characters': createText(1700, 0x800, 0xd000),
  'four-byte characters': createText(1300, 0x10000, 0x100000),
  'control characters': '\u0001\u0002\u0003'.repeat(1700),
};

const messages = Object.entries(longTexts).flatMap(([name, text]) =>
  [1000, 3500, 16_000].map((length) => [name, text.slice(0, length)] as const),
);

const createPost = (fields: Record<string, string>): Sent => ({
  method: 'POST',
  path: '/api/contact',
  headers: { 'content-type': FORM_TYPE },
  body: new URLSearchParams(fields).toString(),
});

/** Plain form posts that are stored, refused or too large. */
const createFormPosts = () =>
  messages.flatMap(([, message]) => [
    createPost(buildForm({ email: createEmail(), message })),
    createPost({
      ...mapFields(() => message.slice(0, 1000)),
      service_type: message.slice(0, 64),
      message,
    }),
    createPost(buildForm({ email: letters.slice(0, 254), message })),
    createPost({ email: letters.slice(0, 3000), message: message.repeat(5) }),
  ]);

/** Every route of the build, by every method, and addresses that are long, odd or unknown. */
function createPageRequests(): Sent[] {
  const routes = Object.values(
    JSON.parse(
      readFileSync(join(TEST_DIST_DIR, 'app-path-routes-manifest.json'), 'utf8'),
    ) as object,
  ) as string[];
  const name = encodeURIComponent(longTexts['three-byte characters'].slice(0, 700));
  const long = letters.slice(0, 7000);
  const queries = ['', `?a=${long}`, `?contact_name=${name}&vapi_assistant_id=demo`];
  const oddPaths = [
    `/${long}`,
    `/${name}`,
    `//${long}`,
    `/privacy/?a=${long}`,
    `/outreach/?contact_name=${name}`,
    `/contact//?a=${long}`,
    `/%70rivacy?a=${long}`,
    '/contact?outcome=sent',
    `/contact?outcome=${long}&error=${long}`,
    `/api/${long}`,
    `/_next/static/${long}`,
    `/_next/data/${long}`,
    `/_next/image?url=${long}`,
  ];
  const paths = [...routes.flatMap((route) => queries.map((query) => route + query)), ...oddPaths];
  return paths.flatMap((path) => [
    ...METHODS.filter((method) => method === 'GET' || !path.includes('?')).map((method) => ({
      method,
      path,
    })),
    { method: 'GET', path, headers: { 'accept-encoding': 'br, gzip' } },
    { method: 'GET', path, headers: { rsc: '1', 'next-router-prefetch': '1' } },
    { method: 'GET', path, headers: { range: 'bytes=0-3', cookie: `a=${letters.slice(0, 4000)}` } },
  ]);
}

/** Sends a request on a socket of its own, and resolves with the headers as they arrive. */
function readHeaders(site: Site, origin: string, sent: Sent): Promise<string> {
  const { method, path, body = '' } = sent;
  const { hostname, port } = new URL(site.url);
  const headers = {
    host: new URL(origin).host,
    connection: 'close',
    origin,
    [ADDRESS_HEADER]: createAddress(),
    'content-length': String(Buffer.byteLength(body)),
    ...sent.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setTimeout(30_000, () => socket.destroy(new Error(`No answer to ${method} ${path}`)));
    socket.setEncoding('latin1').on('data', (part: string) => {
      received += part;
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      resolve(received.slice(0, end + 4));
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('end', () => reject(new Error(`No headers for ${method} ${path}`)));
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  });
}

export function testHeaders(): void {
  test(`no answer has ${MAX_BYTES} bytes of headers`, async () => {
    const { origin, start } = getTarget();
    // Its pages have the longest policy, and nothing is stored.
    const site = await start({
      SUPABASE_URL: 'http://127.0.0.1:1',
      VAPI_PUBLIC_KEY: 'public-key',
      VAPI_PRIVATE_KEY: 'private-key',
      VAPI_ORG_ID: 'org',
      VAPI_ASSISTANT_ID: 'demo',
      VAPI_CALL_MACHINE_URL: '',
    });
    const measure = async (target: Site, requests: readonly Sent[]) => {
      const sizes = await runInParallel(requests.length, 8, async (index) => {
        const sent = requests[index] as Sent;
        const received = await readHeaders(target, origin, sent);
        const status = Number(received.split(' ')[1]);
        return { ...sent, status, bytes: received.length + HTTPS_BYTES };
      });
      return sizes.sort((a, b) => b.bytes - a.bytes);
    };
    const pages = await measure(site, createPageRequests());
    const forms = [
      ...(await measure(getTarget().sites[0], createFormPosts())),
      ...(await measure(site, createFormPosts())),
    ].sort((a, b) => b.bytes - a.bytes);
    await site.terminate();

    printFigure('headers of pages', `at most ${pages[0]?.bytes} of ${pages.length} answers`);
    printFigure('headers of forms', `at most ${forms[0]?.bytes} of ${forms.length} answers`);
    expect(new Set(forms.map(({ status }) => status))).toEqual(new Set([303]));
    const tooLong = [...pages, ...forms]
      .filter(({ bytes }) => bytes >= MAX_BYTES)
      .map(
        ({ method, path, status, bytes }) => `${method} ${path.slice(0, 40)} ${status}: ${bytes}`,
      );
    expect(tooLong).toEqual([]);
  });
}
