import {
  connectDatabase,
  createAnswer,
  listAlerts,
  type SentQuery,
} from '@/__tests__/lib/server/database/database-answers';
import { createPost } from '@/__tests__/lib/server/create-post';
import { collectLogLines, omitRequestLines } from '@/__tests__/lib/server/log/log-lines';
import { changeSettings, provideSettings, SITE } from '@/__tests__/lib/server/settings';
import * as callFailure from '@/app/api/call-failure/route';
import * as pageError from '@/app/api/page-error/route';
import { CALL_REFUSALS, type FailureKind } from '@/lib/call/failures';
import { countFailure, reportError } from '@/lib/server/failures';

provideSettings({
  ALERT_WEBHOOK_URL: 'https://hooks.example/secret',
  TRUSTED_IP_HEADER: 'x-real-ip',
});
const logged = collectLogLines();

let sentQueries: SentQuery[];
async function countAlerts() {
  await new Promise(setImmediate);
  return listAlerts(sentQueries).length;
}

beforeEach(() => {
  sentQueries = connectDatabase(() => createAnswer(null));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});

type Headers = Record<string, string>;
type Report = (headers?: Headers) => Promise<void>;

async function post({ POST }: typeof pageError, body: object, headers: Headers = {}) {
  const browser = { origin: SITE, 'user-agent': BROWSER, referer: 'https://a.example/?eva' };
  const response = await POST(createPost('/api/report', body, { ...browser, ...headers }));
  expect(response.status).toBe(201);
}
const reportFailure = (kind: FailureKind, stage: string, headers?: Headers) =>
  post(callFailure, { kind, stage }, headers);
const from = (address: string) => ({ 'x-real-ip': address });
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const BOT = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };

describe('the log', () => {
  const line = { level: 'warn', time: expect.any(String), request_id: expect.any(String) };

  test('counts failed calls by kind and stage, with nothing about the visitor', async () => {
    for (const stage of ['waiting', 'joining', 'waiting'])
      await reportFailure('no-answer', stage, from('203.0.113.9'));
    const failure = { ...line, kind: 'no-answer', msg: 'a call failed' };
    expect(omitRequestLines(logged)).toEqual([
      { ...failure, stage: 'waiting', count: 1 },
      { ...failure, stage: 'joining', count: 1 },
      { ...failure, stage: 'waiting', count: 2 },
    ]);
  });

  test('has at most one line a minute after ten reports', async () => {
    const report = (n: number) => reportFailure('unknown', 'waiting', from(`192.0.2.${n}`));
    for (let n = 0; n < 100; n += 1) await report(n);
    expect(omitRequestLines(logged)).toHaveLength(10);
    jest.setSystemTime(Date.now() + 60_000);
    await report(100);
    expect(omitRequestLines(logged).at(-1)).toMatchObject({ count: 101 });
  });

  test('has the digest of an error, if there is one, and nothing of bots', async () => {
    await post(pageError, { digest: '3047389217' });
    await post(pageError, {});
    await post(pageError, {}, BOT);
    const shown = { ...line, count: expect.any(Number), msg: 'a browser has shown the error page' };
    expect(omitRequestLines(logged)).toEqual([{ ...shown, digest: '3047389217' }, shown]);
  });
});

const countRefusedCall = () => countFailure('calls-failing', CALL_REFUSALS.provider_failed);
const kinds: FailureKind[] = ['no-answer', 'call-refused', 'unknown', 'connection-lost'];
let turn = 0;

/** Reports, and what the server can see, too. Each report of a call names another kind. */
const reports: [what: string, report: Report, failOnServer: () => void][] = [
  [
    'the error page',
    (headers) => post(pageError, {}, headers),
    () => reportError(new Error('broken'), '/outreach'),
  ],
  [
    'a failed call',
    (headers) => reportFailure(kinds[turn++ % kinds.length]!, 'live', headers),
    countRefusedCall,
  ],
];

describe.each(reports)('alerts about %s', (_, report, failOnServer) => {
  test.each<[string, (n: number) => Headers]>([
    ['one network', (n) => from(`2001:db8:1:1:${n}::1`)],
    ['one address in two spellings', (n) => from(n % 2 ? '::ffff:192.0.2.2' : '192.0.2.2')],
    ['an address only the client names', (n) => ({ 'x-forwarded-for': `192.0.2.${n}` })],
    ['no valid address', (n) => (n % 2 ? {} : from(`unknown-${n}`))],
  ])('are not raised by reports from %s', async (__, createHeaders) => {
    for (let n = 0; n < 18; n += 1) await report(createHeaders(n));
    expect(await countAlerts()).toBe(0);
  });

  test('are raised by five networks, each of which counts once in ten minutes', async () => {
    for (let n = 0; n < 4; n += 1) {
      await report(from('192.0.2.3'));
      await report({});
      jest.setSystemTime(Date.now() + 5 * 60_000);
    }
    jest.setSystemTime(Date.now() + 10 * 60_000);
    for (const n of [1, 2, 3, 4, 1]) await report(from(`203.0.113.${n}`));
    expect(await countAlerts()).toBe(0);
    await report(from('203.0.113.5'));
    expect(await countAlerts()).toBe(1);
  });

  test('count reports once if no address is trusted, and each failure on the server', async () => {
    changeSettings({ TRUSTED_IP_HEADER: undefined });
    for (let n = 0; n < 18; n += 1) await report(from(`192.0.2.${n}`));
    for (let n = 0; n < 3; n += 1) failOnServer();
    expect(await countAlerts()).toBe(0);
    failOnServer();
    expect(await countAlerts()).toBe(1);
  });
});

test('a refusal that the server has counted isn’t counted again from a browser', async () => {
  for (let n = 0; n < 3; n += 1) {
    countRefusedCall();
    await reportFailure('service-failed', 'dialling', from(`192.0.2.${n}`));
  }
  expect(await countAlerts()).toBe(0);
});

test.each<[what: string, report: Report]>([
  ['a line that is busy', (headers) => reportFailure('service-busy', 'live', headers)],
  ['no microphone', (headers) => reportFailure('microphone-denied', 'live', headers)],
  [
    'errors that were counted where they were thrown',
    (headers) => post(pageError, { digest: '3047389217' }, headers),
  ],
  ['bots', (headers) => post(pageError, {}, { ...headers, ...BOT })],
])('reports of %s raise no alert', async (_what, report) => {
  for (let n = 0; n < 9; n += 1) await report(from(`192.0.2.${n}`));
  expect(await countAlerts()).toBe(0);
});
