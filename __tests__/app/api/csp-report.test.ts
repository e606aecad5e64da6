/** @jest-environment node */
import { createPost } from '@/__tests__/lib/server/create-post';
import { collectLogLines, omitRequestLines } from '@/__tests__/lib/server/log/log-lines';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';

const mockCount = jest.fn();
jest.mock('@/lib/server/error-reports/failure-burst', () => ({
  countFailure: mockCount,
  countReportedFailure: mockCount,
}));

provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });
const logged = collectLogLines();
const listLines = () => omitRequestLines(logged);

beforeEach(() => void jest.resetModules());

const REPORTS = 'application/reports+json';
const FORMER_REPORT = 'application/csp-report';
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/143.0.0.0 Safari/537.36';
const PAGE = `${SITE}/outreach?contact_name=Jana%20Nov%C3%A1kov%C3%A1`;

async function post(body: unknown, headers: Record<string, string> = {}) {
  const { POST } = await import('@/app/api/csp-report/route');
  const usual = { 'content-type': REPORTS, 'user-agent': CHROME, origin: SITE };
  return POST(createPost('/api/csp-report', body, { ...usual, ...headers }));
}

/** A report as Chromium and Firefox put it into a list. */
const createReport = (blockedURL: string | null, more: object = {}) => ({
  age: 53_531,
  body: {
    blockedURL,
    columnNumber: 39,
    disposition: 'enforce',
    documentURL: PAGE,
    effectiveDirective: 'script-src-elem',
    lineNumber: 121,
    originalPolicy: "default-src 'none';script-src 'self';report-to csp",
    referrer: 'https://mail.example/eva',
    sample: 'eva@example.com',
    sourceFile: PAGE,
    statusCode: 200,
    ...more,
  },
  type: 'csp-violation',
  url: PAGE,
  user_agent: CHROME,
});

const createFormerReport = (report: object) => ({
  'csp-report': {
    'document-uri': PAGE,
    referrer: '',
    'violated-directive': 'img-src',
    'original-policy': "default-src 'none';img-src 'self';report-uri /api/csp-report",
    'status-code': 200,
    'script-sample': 'eva@example.com',
    ...report,
  },
});

it('logs directive and kind of origin, and nothing about the page or its visitor', async () => {
  const headers = { 'x-real-ip': '203.0.113.9', referer: PAGE };
  const response = await post(
    [createReport('inline'), createReport('https://ads.example/eva.js')],
    headers,
  );
  expect(response.status).toBe(201);
  const line = {
    level: 'warn',
    time: expect.any(String),
    request_id: expect.any(String),
    directive: 'script-src-elem',
    count: 1,
    msg: 'content blocked',
  };
  expect(listLines()).toEqual([
    { ...line, origin: 'inline' },
    { ...line, origin: 'other' },
  ]);
  expect(JSON.stringify(logged)).not.toMatch(/Jana|eva|ads|203\.0/);
});

it('counts for an alert of its own, apart for each kind of origin', async () => {
  await post([createReport('inline', { effectiveDirective: 'style-src-attr' })]);
  await post([createReport('data')]);
  expect(mockCount.mock.calls).toEqual([
    ['content-blocked', 'style-src-attr inline', expect.any(Request), 'content-blocked inline'],
    ['content-blocked', 'script-src-elem data', expect.any(Request), 'content-blocked data'],
  ]);
});

const listKinds = () => listLines().map(({ directive, origin }) => `${directive} ${origin}`);

it.each([
  ['inline', 'inline'],
  ['eval', 'eval'],
  ['wasm-eval', 'wasm-eval'],
  ['data', 'data'],
  ['data:image/png;base64,AAAA', 'data'],
  ['blob', 'blob'],
  [`blob:${SITE}/5f0c7a11`, 'blob'],
  [`${SITE}/x.png`, 'self'],
  ['wss://callwright.example/x', 'self'],
  [`${SITE}.evil.example/x.js`, 'other'],
  ['chrome-extension', 'extension'],
  ['chrome-extension://aapbdbdomjkkjkaonfhkkikfgjllcleb/x.js', 'extension'],
  ['moz-extension', 'extension'],
  ['safari-web-extension://5F0C7A11', 'extension'],
  ['https://c.daily.co/bundle.js', 'voice-provider'],
  ['wss://eu.wss.daily.co/', 'voice-provider'],
  ['https://api.vapi.ai/call', 'voice-provider'],
  ['https://notdaily.co/', 'other'],
  ['https://cdn.example/beacon.min.js', 'other'],
  ['about', 'other'],
  ['', 'other'],
  [null, 'other'],
])('what %p has brought is of the kind %s', async (blockedURL, origin) => {
  await post([createReport(blockedURL)]);
  expect(listKinds()).toEqual([`script-src-elem ${origin}`]);
});

it('knows an extension by the file that put something into the page', async () => {
  await post([createReport('inline', { sourceFile: 'moz-extension' })]);
  expect(listKinds()).toEqual(['script-src-elem extension']);
});

it('leaves out the crash reports of the call machine, which are blocked on purpose', async () => {
  const crash = 'https://o77906.ingest.sentry.io/api/5811979/envelope/?sentry_key=x';
  const response = await post([createReport(crash, { effectiveDirective: 'connect-src' })]);
  expect(response.status).toBe(201);
  expect(listLines()).toEqual([]);
  expect(mockCount).not.toHaveBeenCalled();
});

it('reads what Firefox 153 sends', async () => {
  const unknown = { referrer: null, sample: null, lineNumber: null, columnNumber: null };
  const image = { effectiveDirective: 'img-src', sourceFile: null, ...unknown };
  const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
  const response = await post([createReport('inline'), createReport('data', image)], headers);
  expect(response.status).toBe(201);
  expect(listKinds()).toEqual(['script-src-elem inline', 'img-src data']);
});

it('reads what WebKitGTK 2.50 sends from a page without referrers', async () => {
  const { type, url, body } = createReport('data', { effectiveDirective: 'img-src' });
  const headers = {
    'content-type': FORMER_REPORT,
    origin: 'null',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'no-cors',
  };
  expect((await post({ type, url, body }, headers)).status).toBe(201);
  expect(listKinds()).toEqual(['img-src data']);
});

it.each([
  [
    'Safari 15.4',
    createFormerReport({
      'violated-directive': 'default-src',
      'effective-directive': 'media-src',
      'blocked-uri': 'https://cdn.example/a.mp3',
    }),
    'media-src other',
  ],
  ['Firefox 98', createFormerReport({ 'blocked-uri': 'data' }), 'img-src data'],
  [
    'Firefox 140',
    createFormerReport({
      'effective-directive': 'img-src',
      'blocked-uri': 'https://cdn.example/x.png',
      disposition: 'enforce',
      'source-file': 'moz-extension',
      'line-number': 2,
    }),
    'img-src extension',
  ],
])('reads the report of %s', async (_, report, kind) => {
  const response = await post(report, { 'content-type': FORMER_REPORT });
  expect(response.status).toBe(201);
  expect(listKinds()).toEqual([kind]);
});

it('accepts a report without Origin, as older Chromium sends it', async () => {
  const { POST } = await import('@/app/api/csp-report/route');
  const headers = { 'content-type': REPORTS, 'user-agent': CHROME };
  const response = await POST(createPost('/api/csp-report', [createReport('inline')], headers));
  expect(response.status).toBe(201);
  expect(listKinds()).toEqual(['script-src-elem inline']);
});

it.each(['script-src-elem eva@example.com', 'constructor', 'sandbox', ''])(
  'leaves out the directive %p',
  async (effectiveDirective) => {
    const response = await post([createReport('inline', { effectiveDirective })]);
    expect(response.status).toBe(201);
    expect(listLines()).toEqual([]);
    expect(mockCount).not.toHaveBeenCalled();
  },
);

const report = [createReport('inline')];

it.each<[what: string, status: number, body: unknown, headers: Record<string, string>]>([
  ['another site', 403, report, { origin: 'https://evil.example' }],
  ['another site, by its policy', 403, report, { 'sec-fetch-site': 'cross-site' }],
  ['JSON', 415, report, { 'content-type': 'application/json' }],
  ['broken JSON', 400, '[{', {}],
  ['a text', 400, '"inline"', {}],
  ['nothing', 422, {}, {}],
  ['a report without a body', 422, [{ type: 'csp-violation' }], {}],
  ['another kind of report', 422, [{ ...createReport('x'), type: 'deprecation' }], {}],
  ['a directive that is no text', 422, [createReport('x', { effectiveDirective: 7 })], {}],
  ['an address that is no text', 422, [createReport('x', { blockedURL: {} })], {}],
  ['300 KB', 413, [createReport('x'.repeat(300_000))], {}],
])('refuses a post of %s and logs nothing of it', async (_, status, body, headers) => {
  const response = await post(body, headers);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({
    ok: false,
    message: 'This report was not accepted.',
  });
  expect(listLines()).toEqual([]);
  expect(mockCount).not.toHaveBeenCalled();
});

it('takes a hundred reports at once, as many as Chromium keeps', async () => {
  const originalPolicy = 'x'.repeat(1500);
  const reports = Array.from({ length: 100 }, () => createReport('inline', { originalPolicy }));
  expect((await post(reports)).status).toBe(201);
  // Of each kind, ten are logged, then one a minute.
  expect(listLines()).toHaveLength(10);
});

it('accepts 60 posts a minute from an address', async () => {
  const send = async (address: string) => (await post(report, { 'x-real-ip': address })).status;
  for (let n = 0; n < 60; n += 1) expect(await send('192.0.2.1')).toBe(201);
  expect(await send('192.0.2.1')).toBe(429);
  expect(await send('192.0.2.2')).toBe(201);
});

it('answers a bot like a visitor, but logs nothing', async () => {
  const bot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };
  expect((await post(report, bot)).status).toBe(201);
  expect(listLines()).toEqual([]);
  expect(mockCount).not.toHaveBeenCalled();
});
