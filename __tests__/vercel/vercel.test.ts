// Builds the site with Vercel's own CLI, and calls each function with exactly the files of its
// trace. Vercel's routing between them is not imitated.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildForm } from '@/__tests__/support/contact-form';
import { contactCopyEn } from '@/lib/content/contact-en';
import { hashInlineScripts } from '@/scripts/build/finish-build';
import { findRandomFreePort } from '../../scripts/test/test-site';
import { Processes } from '../../local/processes';
import { apiRoutes, pagePaths } from '../support/routes';
import { startLite, type TestDatabase } from '../support/databases/databases';
import { escapeHtml } from '../support/html';
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

jest.setTimeout(10 * 60_000);

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
  await processes.start({
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
    ready: /"listening"/,
  });
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

/** Asks the function of an API route. */
const askApi = (request: FunctionRequest, target = functions) =>
  target.askFunction(request.path.slice(1).split('?')[0] ?? '', request);
const askProxy = (request: FunctionRequest, target = functions) =>
  target.askFunction(deployment.proxy, request);

/** Opens a page: the proxy's headers, then the prerendered file or what the function renders. */
async function openPage(path: string, more: Partial<FunctionRequest> = {}): Promise<Answer> {
  const request = createRequest(path, more);
  const { headers } = await askProxy(request);
  const [pathname = ''] = path.split('?');
  const name = pathname === '/' ? 'index' : pathname.slice(1);
  const file = join(deployment.output, 'functions', `${name}.prerender-fallback.html`);
  if (existsSync(file)) return { status: 200, headers, body: readFileSync(file) };
  const forwarded = 'x-middleware-request-';
  const changes = [...headers].filter(([key]) => key.startsWith(forwarded));
  const { status, body } = await functions.askFunction(name, {
    ...request,
    headers: {
      ...request.headers,
      'x-matched-path': pathname,
      ...Object.fromEntries(changes.map(([key, value]) => [key.slice(forwarded.length), value])),
    },
  });
  return { status, headers, body };
}

const requests: Record<string, FunctionRequest> = {
  health: createRequest('/api/health'),
  'the configuration of calls': createRequest('/api/call', {
    headers: { 'sec-fetch-site': 'same-origin' },
  }),
  'a foreign post': createRequest('/api/contact', {
    method: 'POST',
    body: '{}',
    headers: { origin: 'https://foreign.example' },
  }),
  'a form that is not filled in': createPost('/api/contact', {}),
  'what a page counts': createPost('/api/count', { page: '/', event: 'page_seen' }),
  'the background jobs, requested without a secret': createRequest('/api/cron'),
  ...Object.fromEntries(
    apiRoutes.map((api) => [`PUT of ${api}`, createRequest(`/api/${api}`, { method: 'PUT' })]),
  ),
  ...Object.fromEntries(
    [...pagePaths, '/no-such-page'].flatMap((path) =>
      ['POST', 'OPTIONS'].map((method) => [`${method} ${path}`, createRequest(path, { method })]),
    ),
  ),
};

/** What a function sets itself; Vercel adds the headers that next.config.ts lists. */
function describeAnswer({ status, headers }: Answer) {
  const own = ['content-type', 'allow', 'www-authenticate', 'set-cookie', 'x-powered-by'];
  return { status, ...Object.fromEntries(own.map((name) => [name, headers.get(name)])) };
}

test.each(Object.entries(requests))(
  'the response for %s equals that of plain Node',
  async (_what, request) => {
    const ask = request.path.startsWith('/api/') ? askApi : askProxy;
    const [vercel, node] = [await ask(request), await sendRequest(plainNodeUrl, request)];
    expect(describeAnswer(vercel)).toEqual(describeAnswer(node));
  },
);

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

test('a changed personal link is redirected', async () => {
  const changed = createRequest('/OUTREACH%3Fcontact_name=Jana%26vapi_assistant_id=demo');
  const { status, headers } = await askProxy(changed);
  const location = new URL(headers.get('location') ?? '', SITE);
  expect([status, location.pathname + location.search]).toEqual([308, PERSONAL_PAGE]);
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

test.each(['/', '/privacy', '/contact', PERSONAL_PAGE])(
  'the policy of %s covers each of its inline scripts',
  async (path) => {
    const { run, uncovered } = findInlineScripts(await openPage(path));
    expect(run.length).toBeGreaterThan(0);
    expect(uncovered).toEqual([]);
  },
);

test('a request is stored once', async () => {
  const request = createPost(
    '/api/contact',
    buildForm({ service_type: 'crm-integrations', email: 'jana@example.com', message: '' }),
  );
  expect(await askApi(request)).toMatchObject({ status: 201 });
  expect(await askApi(request)).toMatchObject({ status: 409 });
});

test('a form posted without JavaScript leads to the confirmation', async () => {
  const form = new URLSearchParams(buildForm({ email: 'petr@example.com', message: '' }));
  const type = 'application/x-www-form-urlencoded';
  const headers = { 'content-type': type, origin: SITE, 'sec-fetch-site': 'same-origin' };
  const redirect = await askApi(
    createRequest('/api/contact', { method: 'POST', body: String(form), headers }),
  );
  expect(redirect.status).toBe(303);
  const cookie = redirect.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const page = await openPage(redirect.headers.get('location') ?? '', { headers: { cookie } });
  expect(String(page.body)).toContain(escapeHtml(contactCopyEn.success.title));
});

test.each([
  [
    'an unfinished build',
    {},
    (folder: string) => rmSync(join(folder, '.next/site-build.json')),
    'build refused',
  ],
  ['a setting missing', { SUPABASE_URL: '' }, undefined, 'setting invalid'],
])(
  'with %s every route returns 503, and each function logs it in one line',
  async (_what, changed, changeFolder, message) => {
    const folder = mkdtempSync(join(logDir, 'refusing-'));
    const refusing = await startFunctions(
      deployment,
      { ...settings, ...changed },
      folder,
      changeFolder,
    );
    for (const { status, headers } of await Promise.all([
      ...['/', PERSONAL_PAGE, '/no-such-page'].map((path) =>
        askProxy(createRequest(path), refusing),
      ),
      ...apiRoutes.map((api) => askApi(createRequest(`/api/${api}`), refusing)),
      askApi(createPost('/api/contact', {}), refusing),
    ])) {
      expect(status).toBe(503);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    for (const name of deployment.functions) {
      await refusing.askFunction(name, createRequest(`/${name}`));
      const reasons = refusing.readLog(name).filter(({ msg }) => msg === message);
      expect([name, reasons.length]).toEqual([name, 1]);
    }
    expect(refusing.findEndedBundle()).toBeUndefined();
    await refusing.stop();
  },
);

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
