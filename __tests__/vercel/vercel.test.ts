import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contactCopyEn } from '@/lib/content/contact-en';
import { hashInlineScripts } from '@/scripts/build/inline-script-hashes';
import { findRandomFreePort } from '../../local/ports.mjs';
import { Processes, waitForAnswer } from '../../local/processes/processes';
import { apiRoutes } from '../support/api-routes';
import { startLite, type TestDatabase } from '../support/databases/databases';
import {
  createBareEnvironment,
  buildDeployment,
  findBundle,
  type Deployment,
  readFunctionConfig,
} from './deployment';
import {
  type Answer,
  sendRequest,
  type FunctionRequest,
  type Functions,
  startFunctions,
} from './functions';
import { answerAsVercel } from './routing';

const HOST = 'callwright.example';
const SITE = `https://${HOST}`;
const MB = 1024 * 1024;
/** A tenth of what Vercel takes, unpacked: https://vercel.com/docs/functions/limitations */
const LARGEST_FUNCTION_MB = 25;
const PERSONAL_PAGE = '/outreach?contact_name=Jana&vapi_assistant_id=demo';

let logDir: string;
let database: TestDatabase;
let settings: Record<string, string>;
let processes: Processes;
let deployment: Deployment;
let functions: Functions;
/** Plain Node's server, from the same build and settings. */
let plainNodeUrl: string;

beforeAll(async () => {
  logDir = join('.data', 'vercel');
  rmSync(logDir, { recursive: true, force: true });
  mkdirSync(logDir, { recursive: true });
  database = await startLite();
  settings = {
    SITE_URL: SITE,
    SUPABASE_URL: database.url,
    SUPABASE_SECRET_KEY: database.secretKey,
    VAPI_PUBLIC_KEY: 'a-public-key',
    VAPI_ASSISTANT_ID: 'demo',
  };
  processes = new Processes();
  deployment = await buildDeployment(processes, settings, logDir);
  functions = await startFunctions(deployment, settings, logDir);
  const port = await findRandomFreePort();
  plainNodeUrl = `http://127.0.0.1:${port}`;
  processes.start({
    name: 'plain Node',
    // `npm start`
    args: [join(deployment.siteFolder, 'scripts/start.mjs')],
    env: createBareEnvironment({
      ...settings,
      PORT: String(port),
      LISTEN_HOST: '127.0.0.1',
      TRUSTED_IP_HEADER: 'x-vercel-forwarded-for',
    }),
    logFile: join(logDir, 'plain-node.log'),
    readyText: '"listening"',
  });
  await waitForAnswer(`${plainNodeUrl}/`, processes.crashed, () =>
    processes.isListening('plain Node'),
  );
});

afterAll(async () => {
  await functions?.stop();
  await processes?.stop();
  await database?.stop();
  if (deployment) rmSync(deployment.siteFolder, { recursive: true });
});

/** Creates a request as Vercel passes it on. */
const createRequest = (path: string, more: Partial<FunctionRequest> = {}): FunctionRequest => ({
  method: 'GET',
  path,
  ...more,
  headers: {
    host: HOST,
    'accept-encoding': 'identity',
    'x-forwarded-host': HOST,
    'x-forwarded-proto': 'https',
    'x-vercel-forwarded-for': '192.0.2.1',
    ...more.headers,
  },
});
const createPost = (path: string, body: object): FunctionRequest =>
  createRequest(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', origin: SITE, 'sec-fetch-site': 'same-origin' },
  });
const askVercel = (request: FunctionRequest, target = functions) =>
  answerAsVercel(deployment, request, (name, sent) => target.askFunction(name, sent));
const askPlainNode = (request: FunctionRequest) => sendRequest(plainNodeUrl, request);

const requests: Record<string, FunctionRequest> = {
  'the landing page': createRequest('/'),
  'the landing page, with a campaign': createRequest('/?utm_source=mail'),
  'the head of the landing page': createRequest('/', { method: 'HEAD' }),
  ...Object.fromEntries(
    [
      '/',
      '/privacy',
      '/contact',
      '/outreach',
      '/robots.txt',
      '/favicon.ico',
      '/no-such-page',
    ].flatMap((path) =>
      ['POST', 'PROPFIND', 'OPTIONS'].map((method) => [
        `${method} of ${path}`,
        createRequest(path, { method }),
      ]),
    ),
  ),
  'another spelling of an address': createRequest('/%70rivacy?a=%62'),
  'another spelling of the personal page': createRequest(
    PERSONAL_PAGE.replace('/outreach', '/%6Futreach'),
  ),
  'the personal page': createRequest(PERSONAL_PAGE),
  'the page of the form': createRequest('/contact'),
  'the privacy notice': createRequest('/privacy'),
  'an unknown address': createRequest('/no-such-page'),
  'an unknown address below the personal page': createRequest('/outreach/no-such-page'),
  'the RSC payload of a page': createRequest('/privacy?_rsc', { headers: { rsc: '1' } }),
  'robots.txt': createRequest('/robots.txt'),
  'the sitemap': createRequest('/sitemap.xml'),
  'the manifest': createRequest('/manifest.webmanifest'),
  'security.txt': createRequest('/.well-known/security.txt'),
  'an icon': createRequest('/icon.svg'),
  'a typeface': createRequest('/fonts/bricolage-more-1.woff2'),
  'the favicon': createRequest('/favicon.ico'),
  'an unknown typeface': createRequest('/fonts/no-such-font.woff2'),
  'an unknown picture': createRequest('/no-such-picture.png'),
  'what scanners look for': createRequest('/wp-login.php'),
  'the address of the error page': createRequest('/404'),
  'an unknown chunk': createRequest('/_next/static/chunks/no-such-chunk.js'),
  'an address that ends in a slash': createRequest('/privacy/'),
  health: createRequest('/api/health'),
  readiness: createRequest('/api/health?ready'),
  'the configuration of calls': createRequest('/api/call-config', {
    headers: { 'sec-fetch-site': 'same-origin' },
  }),
  'a foreign post': createRequest('/api/contact', {
    method: 'POST',
    body: '{}',
    headers: { origin: 'https://foreign.example' },
  }),
  'a form that is not filled in': createPost('/api/contact', {}),
  'a visit': createPost('/api/visit', { vapi_assistant_id: 'nobody' }),
  'a ticket for an unknown assistant': createPost('/api/call/ticket', { assistantId: 'nobody' }),
  'a call without a ticket': createPost('/api/call/web', { assistantId: 'nobody' }),
  'a report of a stranger': createPost('/api/call/ended', {}),
  'a failed call': createPost('/api/call-failure', { kind: 'no-answer', stage: 'waiting' }),
  'what a page counts': createPost('/api/count', { page: '/', events: ['page_seen'] }),
  'the background jobs, requested without a secret': createRequest('/api/cron'),
  'an unknown API': createRequest('/api/no-such-route'),
  ...Object.fromEntries(
    apiRoutes.map((api) => [`PUT of ${api}`, createRequest(`/api/${api}`, { method: 'PUT' })]),
  ),
};

const COMPARED_HEADERS = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'permissions-policy',
  'x-robots-tag',
  'cache-control',
  'vary',
  'allow',
  'www-authenticate',
  'location',
  'set-cookie',
  'x-powered-by',
];

const splitList = (value: string) => value.split(',').map((each) => each.trim().toLowerCase());

/** Returns status and headers; nonces and insignificant spaces are normalized. */
function describeAnswer({ status, headers }: Answer): Record<string, unknown> {
  const readHeader = (name: string) => headers.get(name)?.replace(/'nonce-[^']+'/, "'nonce-…'");
  const values = Object.fromEntries(COMPARED_HEADERS.map((name) => [name, readHeader(name)]));
  // A proxy can only redirect to a whole address.
  if (status === 308) values['location'] = values['location']?.replace(/^https:\/\/[^/]+/, '');
  const vary = splitList(values['vary'] ?? '').filter((name) => name && name !== 'accept-encoding');
  const caching = values['cache-control'] && splitList(values['cache-control']).sort().join();
  return { status, ...values, vary: vary.sort().join(), 'cache-control': caching };
}

/** A file has no variants for React. */
const servedAsFile = { vary: '' };
/** Here a refusal has the headers of its folder, on plain Node it is the same for all. */
const refusedBelowOutreach = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};
/** Where the two hosts differ. Everything else must be equal. */
const differences: Record<string, Record<string, unknown>> = {
  'an icon': servedAsFile,
  'an unknown address': servedAsFile,
  // A function's own header replaces that of a route; neither allows caching the page.
  'the personal page': { 'cache-control': 'max-age=0,must-revalidate,no-cache,no-store,private' },
  'an unknown address below the personal page': servedAsFile,
  'an unknown chunk': { 'cache-control': 'no-store' },
  'an unknown typeface': servedAsFile,
  'an unknown picture': servedAsFile,
  'what scanners look for': servedAsFile,
  'the address of the error page': servedAsFile,
  'the favicon': { 'cache-control': 'max-age=0,must-revalidate,public' },
  'POST of /outreach': refusedBelowOutreach,
  'PROPFIND of /outreach': refusedBelowOutreach,
  'OPTIONS of /outreach': refusedBelowOutreach,
  // A route of the build, before the proxy.
  'an address that ends in a slash': Object.fromEntries(
    COMPARED_HEADERS.filter((name) => !['location', 'vary'].includes(name)).map((name) => [
      name,
      undefined,
    ]),
  ),
  'an unknown API': { 'cache-control': 'no-store', ...servedAsFile },
};

test.each(Object.entries(requests))(
  'the response for %s equals that of plain Node',
  async (what, request) => {
    const [vercel, node] = [await askVercel(request), await askPlainNode(request)];
    expect(describeAnswer(vercel)).toEqual({ ...describeAnswer(node), ...differences[what] });
  },
);

test('a file of a build may be kept for good', async () => {
  const html = String((await askVercel(createRequest('/'))).body);
  const chunk = /\/_next\/static\/[^"\\ ]+\.js/.exec(html)?.[0] ?? '';
  const { status, headers } = await askVercel(createRequest(chunk));
  expect([status, headers.get('cache-control')]).toEqual([
    200,
    expect.stringContaining('immutable'),
  ]);
});

test('each function answers, including those behind the CDN', async () => {
  const answers: Record<string, number> = {};
  for (const name of deployment.functions) {
    const path = name === 'index' ? '/' : `/${name}`;
    const request = createRequest(path, { headers: { 'x-matched-path': path } });
    answers[name] = (await functions.askFunction(name, request)).status;
  }
  const answered = new Set([200, 401, 403, 405]);
  const others = Object.entries(answers).filter(([, status]) => !answered.has(status));
  expect(others).toEqual([['_not-found', 404]]);
});

/** Finds the inline scripts of a page that would run, and those that its policy blocks. */
function findInlineScripts({ headers, body }: Answer) {
  const policy = headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  const tags = String(body).match(/<script[^>]*>[\s\S]*?<\/script>/g) ?? [];
  const inlineScripts = tags.filter((tag) => hashInlineScripts(tag).length > 0);
  const isCovered = (tag: string) =>
    (nonce !== undefined && tag.includes(`nonce="${nonce}"`)) ||
    hashInlineScripts(tag).every((hash) => policy.includes(`'${hash}'`));
  return { run: inlineScripts, uncovered: inlineScripts.filter((tag) => !isCovered(tag)) };
}

test.each(['/', '/privacy', '/no-such-page', '/contact', PERSONAL_PAGE])(
  'the policy of %s covers each of its inline scripts',
  async (path) => {
    const { run, uncovered } = findInlineScripts(await askVercel(createRequest(path)));
    expect(run.length).toBeGreaterThan(0);
    expect(uncovered).toEqual([]);
  },
);

test.each(['/', '/privacy', '/no-such-page', '/robots.txt', '/sitemap.xml'])(
  '%s is byte-identical to plain Node',
  async (path) => {
    const [vercel, node] = [
      await askVercel(createRequest(path)),
      await askPlainNode(createRequest(path)),
    ];
    expect(vercel.body.equals(node.body)).toBe(true);
  },
);

test('every response has a new nonce that its page uses', async () => {
  const answers = [
    await askVercel(createRequest(PERSONAL_PAGE)),
    await askVercel(createRequest(PERSONAL_PAGE)),
  ];
  const nonces = answers.map(({ headers }) =>
    /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.at(1),
  );
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(String(answers[0]?.body)).toContain(`nonce="${nonces[0]}"`);
});

test('hydration is deferred on the landing page only', async () => {
  const deferred = '<script type="text/x-deferred"';
  expect(String((await askVercel(createRequest('/'))).body)).toContain(deferred);
  expect(String((await askVercel(createRequest(PERSONAL_PAGE))).body)).not.toContain(deferred);
  expect(String((await askPlainNode(createRequest(PERSONAL_PAGE))).body)).toContain(deferred);
});

test('a request is stored once', async () => {
  const request = createPost('/api/contact', {
    service_type: 'crm-integrations',
    email: 'jana@example.com',
    message: '',
  });
  expect(await askVercel(request)).toMatchObject({ status: 201 });
  expect(await askVercel(request)).toMatchObject({ status: 409 });
});

test('a form posted without JavaScript leads to the confirmation', async () => {
  const form = new URLSearchParams({
    service_type: 'other',
    email: 'petr@example.com',
    message: '',
  });
  const type = 'application/x-www-form-urlencoded';
  const headers = { 'content-type': type, origin: SITE, 'sec-fetch-site': 'same-origin' };
  const redirect = await askVercel(
    createRequest('/api/contact', { method: 'POST', body: String(form), headers }),
  );
  expect(redirect.status).toBe(303);
  const cookie = redirect.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const page = await askVercel(
    createRequest(redirect.headers.get('location') ?? '', { headers: { cookie } }),
  );
  expect(String(page.body)).toContain(contactCopyEn.success.title);
});

test('visitors are distinguished by the address that Vercel passes on', async () => {
  const createRequestFrom = (address: string) =>
    createRequest('/api/call-config', {
      headers: { 'sec-fetch-site': 'same-origin', 'x-vercel-forwarded-for': address },
    });
  for (let count = 1; count <= 60; count += 1)
    expect(await askVercel(createRequestFrom('192.0.2.60'))).toHaveProperty('status', 200);
  expect(await askVercel(createRequestFrom('192.0.2.60'))).toHaveProperty('status', 429);
  expect(await askVercel(createRequestFrom('192.0.2.61'))).toHaveProperty('status', 200);
});

describe.each([
  [
    'an unfinished build',
    {},
    (folder: string) => rmSync(join(folder, '.next/site-build.json')),
    'build refused',
  ],
  [
    'a build for another address',
    { SITE_URL: 'https://other.example' },
    undefined,
    'build refused',
  ],
  [
    'a build for production as a preview',
    { VERCEL_ENV: 'preview', VERCEL_BRANCH_URL: 'site-git-blue.vercel.app' },
    undefined,
    'build refused',
  ],
  ['a setting missing', { SUPABASE_URL: '' }, undefined, 'setting missing'],
] as const)('with %s', (_what, changed, changeFolder, expectedMessage) => {
  let refusing: Functions;
  beforeAll(async () => {
    const folder = mkdtempSync(join(logDir, 'refusing-'));
    refusing = await startFunctions(deployment, { ...settings, ...changed }, folder, changeFolder);
  });
  afterAll(() => refusing.stop());

  test('every route returns 503, and no function exits', async () => {
    // Not /robots.txt: the proxy, which refuses requests, does not handle files.
    const paths = ['/', '/privacy', PERSONAL_PAGE, '/contact', '/no-such-page'];
    for (const request of [
      ...paths.map((path) => createRequest(path)),
      ...apiRoutes.map((api) => createRequest(`/api/${api}`)),
      createPost('/api/contact', {}),
    ]) {
      const { status, headers } = await askVercel(request, refusing);
      expect([request.path, status]).toEqual([request.path, 503]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect(refusing.findEndedBundle()).toBeUndefined();
  });

  test('each function logs the reason in one line', async () => {
    for (const name of deployment.functions)
      await refusing.askFunction(name, createRequest(`/${name}`));
    expect(refusing.findEndedBundle()).toBeUndefined();
    for (const name of deployment.functions) {
      const reasons = refusing.readLog(name).filter(({ msg }) => msg === expectedMessage);
      expect([name, reasons.length]).toEqual([name, 1]);
    }
  });
});

test('every function contains the build information and is small', () => {
  const bundles = [...new Set(deployment.functions.map((name) => findBundle(deployment, name)))];
  const sizes = bundles.map((bundle) => {
    const { filePathMap } = readFunctionConfig(bundle);
    expect(Object.keys(filePathMap)).toContain('.next/site-build.json');
    const files = Object.values(filePathMap).map((file) => join(deployment.siteFolder, file));
    return files.reduce((sum, file) => sum + statSync(file).size, 0) / MB;
  });
  process.stdout.write(
    `· ${deployment.functions.length} functions of ${bundles.length} bundles, ` +
      `${sizes.map((size) => size.toFixed(1)).join(', ')} MB\n`,
  );
  expect(Math.max(...sizes)).toBeLessThan(LARGEST_FUNCTION_MB);
});
