import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buildForm } from '@/__tests__/support/contact-form';
import { mapFields } from '@/lib/contact/fields';
import { TEST_DIST_DIR } from '../../../scripts/test/test-site';
import type { Instance } from '../../../scripts/test/test-stack';
import { createEmail, createHeaders, runInParallel } from '../client';
import { getTarget, printFigure } from '../target';

/** nginx and other proxies read the headers of an answer into 4 KB. */
const MAX_BYTES = 4000;
/** What a site on https adds: the longest rule of docs/hosting.md, and the cookie's attribute. */
const HTTPS_BYTES =
  'Strict-Transport-Security: max-age=63072000; includeSubDomains; preload\r\n'.length +
  '; Secure'.length;

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string };

/** Random, so that nothing makes it shorter, but the same in every run. */
const noise = createHash('shake256', { outputLength: 32_000 }).update('noise').digest();
const letters = noise.toString('base64url').slice(0, 15_000);
/** Text of `length` characters, each one of `count` from `first`. */
const createText = (length: number, first: number, count: number) =>
  Array.from({ length }, (_, n) =>
    String.fromCodePoint(first + (noise.readUInt32LE(4 * n) % count)),
  ).join('');
const threeByteText = createText(1700, 0x800, 0xd000);
/** What fills 16 KB with as little repetition as there can be. */
const longTexts = [
  letters,
  threeByteText,
  createText(1300, 0x10000, 0x100000),
  '\x01'.repeat(5000),
];

/** Plain form posts that are stored, refused or too large. */
const createFormPosts = (): Sent[] =>
  longTexts
    .flatMap((text) => [1000, 3500, 16_000].map((length) => text.slice(0, length)))
    .flatMap((message) => [
      buildForm({ email: createEmail(), message }),
      { ...mapFields(() => message.slice(0, 1000)), message },
      { email: letters.slice(0, 3000), message: message.repeat(5) },
    ])
    .map((fields) => ({
      method: 'POST',
      path: '/api/contact',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    }));

/** Every route of the build, by every method, and addresses that are long, odd or unknown. */
function createPageRequests(): Sent[] {
  const manifest = readFileSync(join(TEST_DIST_DIR, 'app-path-routes-manifest.json'), 'utf8');
  const routes = Object.values(JSON.parse(manifest) as Record<string, string>);
  const name = encodeURIComponent(threeByteText.slice(0, 700));
  const long = letters.slice(0, 7000);
  const queries = [`?a=${long}`, `?contact_name=${name}&vapi_assistant_id=demo`];
  const odd = [`/${long}`, `/${name}`, `//${long}`, `/%70rivacy?a=${long}`, `/_next/data/${long}`];
  const cookie = `a=${letters.slice(0, 4000)}`;
  return [
    ...routes.flatMap((path) =>
      ['GET', 'HEAD', 'POST', 'OPTIONS'].map((method) => ({ method, path })),
    ),
    ...[...routes, ...odd, `/contact?outcome=${long}&error=${long}`].flatMap((path) => [
      ...queries.map((query) => ({ method: 'GET', path: path + query })),
      { method: 'GET', path, headers: { 'accept-encoding': 'br, gzip', cookie } },
      { method: 'GET', path, headers: { rsc: '1', 'next-router-prefetch': '1' } },
    ]),
  ];
}

/** Sends a request, and resolves with the size of the headers as they arrive. */
const measureHeaders = ({ url }: Instance, { method, path, headers, body = '' }: Sent) =>
  new Promise<{ sent: string; status: number; bytes: number }>((resolve, reject) => {
    const { 'content-type': _, ...ours } = createHeaders();
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const options = { method, path, headers: { ...ours, ...length, ...headers }, agent: false };
    request(url, options, (answer) => {
      const { statusCode: status = 0, statusMessage = '', rawHeaders } = answer;
      const head = `HTTP/1.1 ${status} ${statusMessage}\r\n`.length + '\r\n'.length;
      const bytes = rawHeaders.reduce((sum, text) => sum + text.length + 2, head) + HTTPS_BYTES;
      resolve({ sent: `${method} ${path.slice(0, 40)}`, status, bytes });
      answer.destroy();
    })
      .on('error', reject)
      .end(body);
  });

export function testHeaders(): void {
  test(`no answer has ${MAX_BYTES} bytes of headers`, async () => {
    const { startSite, sites } = getTarget();
    // Its pages have the longest policy, and nothing is stored.
    const site = await startSite({
      SUPABASE_URL: 'http://127.0.0.1:1',
      VAPI_PUBLIC_KEY: 'public-key',
      VAPI_PRIVATE_KEY: 'private-key',
      VAPI_ORG_ID: 'org',
      VAPI_ASSISTANT_ID: 'demo',
      VAPI_CALL_MACHINE_URL: '',
    });
    const measure = (target: Instance, requests: readonly Sent[]) =>
      runInParallel(requests.length, 8, (index) => measureHeaders(target, requests[index]!));
    const pages = await measure(site, createPageRequests());
    const forms = [
      ...(await measure(sites[0], createFormPosts())),
      ...(await measure(site, createFormPosts())),
    ];
    await site.stop();

    for (const answers of [pages, forms]) {
      const longest = Math.max(...answers.map(({ bytes }) => bytes));
      printFigure('headers', `at most ${longest} bytes in ${answers.length} answers`);
      // Of pages the policy alone is so long.
      expect(longest).toBeGreaterThan(MAX_BYTES / 4);
      expect(answers.filter(({ bytes }) => bytes >= MAX_BYTES)).toEqual([]);
    }
    expect(new Set(forms.map(({ status }) => status))).toEqual(new Set([303]));
  });
}
