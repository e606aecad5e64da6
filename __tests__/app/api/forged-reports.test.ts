/** @jest-environment node */
import {
  connectDatabase,
  createAnswer,
  type SentQuery,
} from '@/__tests__/lib/server/database/database-answers';
import { createPost } from '@/__tests__/lib/server/create-post';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { changeSettings, provideSettings, SITE } from '@/__tests__/lib/server/settings';
import * as callFailure from '@/app/api/call-failure/route';
import * as pageError from '@/app/api/page-error/route';
import { CALL_REFUSALS, type FailureKind } from '@/lib/call/failures';
import { countFailure, reportError } from '@/lib/server/failures';

provideSettings({ ALERT_WEBHOOK_URL: 'https://hooks.example/secret' });
collectLogLines();

let sentQueries: SentQuery[];
async function countAlerts() {
  await new Promise(setImmediate);
  return sentQueries.filter(({ table }) => table === 'rpc/write_alert').length;
}

beforeEach(() => {
  sentQueries = connectDatabase(() => createAnswer(null));
  changeSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });
  Reflect.deleteProperty(globalThis, Symbol.for('site.failures'));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});

type Report = (headers?: Record<string, string>) => Promise<void>;

async function post({ POST }: typeof pageError, body: object, headers: Record<string, string>) {
  const request = createPost('/api/report', body, { origin: SITE, ...headers });
  expect((await POST(request)).status).toBe(201);
}

const countRefusedCall = () => countFailure('calls-failing', CALL_REFUSALS.provider_failed);
const kinds: FailureKind[] = ['no-answer', 'call-refused', 'unknown', 'connection-lost'];
let turn = 0;

/** Each report of a call names another kind. */
const reports = {
  'the error page': (headers = {}) => post(pageError, {}, headers),
  'a failed call': (headers = {}) =>
    post(callFailure, { kind: kinds[turn++ % kinds.length], stage: 'live' }, headers),
} satisfies Record<string, Report>;

/** What the server can see, too. */
const failures: Record<string, { report: Report; failOnServer: () => void }> = {
  'the error page': {
    report: reports['the error page'],
    failOnServer: () => reportError(new Error('broken'), '/outreach'),
  },
  'a failed call': { report: reports['a failed call'], failOnServer: countRefusedCall },
};

const from = (address: string) => ({ 'x-real-ip': address });

describe.each(Object.entries(reports))('reports of %s', (_, report) => {
  test.each([
    ['one address', () => from('192.0.2.1')],
    ['one network', (n: number) => from(`2001:db8:1:1:${n}::1`)],
    ['one address in two spellings', (n: number) => from(n % 2 ? '::ffff:192.0.2.2' : '192.0.2.2')],
    ['an address only the client names', (n: number) => ({ 'x-forwarded-for': `192.0.2.${n}` })],
    ['no address', () => ({})],
    ['no valid address', (n: number) => from(`unknown-${n}`)],
  ])('from %s raise no alert', async (__, createHeaders) => {
    for (let n = 0; n < 18; n += 1) await report(createHeaders(n));
    expect(await countAlerts()).toBe(0);
  });

  test('raise no alert where no address is trusted, whatever they claim', async () => {
    changeSettings({ TRUSTED_IP_HEADER: undefined });
    for (let n = 0; n < 18; n += 1)
      await report({ ...from(`192.0.2.${n}`), 'x-forwarded-for': `192.0.2.${n}` });
    expect(await countAlerts()).toBe(0);
  });

  test('from one network count once in ten minutes', async () => {
    for (let n = 0; n < 4; n += 1) {
      await report(from('192.0.2.3'));
      await report({});
      jest.setSystemTime(Date.now() + 5 * 60_000);
    }
    expect(await countAlerts()).toBe(0);
  });

  test('from five networks raise one alert', async () => {
    for (let n = 1; n < 5; n += 1) await report(from(`203.0.113.${n}`));
    await report(from('203.0.113.1'));
    expect(await countAlerts()).toBe(0);
    await report(from('203.0.113.5'));
    expect(await countAlerts()).toBe(1);
  });
});

describe.each(Object.entries(failures))('reports of %s', (_, { report, failOnServer }) => {
  test('count once with what the server has seen, which counts each time', async () => {
    changeSettings({ TRUSTED_IP_HEADER: undefined });
    for (let n = 0; n < 18; n += 1) await report();
    for (let n = 0; n < 3; n += 1) failOnServer();
    expect(await countAlerts()).toBe(0);
    failOnServer();
    expect(await countAlerts()).toBe(1);
  });

  test('are not needed: five failures that the server has seen raise an alert', async () => {
    for (let n = 0; n < 5; n += 1) failOnServer();
    expect(await countAlerts()).toBe(1);
  });
});

test('a line as busy as the owner allows raises no alert', async () => {
  for (let n = 1; n < 7; n += 1)
    await post(callFailure, { kind: 'service-busy', stage: 'dialling' }, from(`203.0.113.${n}`));
  expect(await countAlerts()).toBe(0);
});

test('a refusal that the server has counted isn’t counted again from a browser', async () => {
  for (let n = 0; n < 3; n += 1) {
    countRefusedCall();
    await post(callFailure, { kind: 'service-failed', stage: 'dialling' }, from(`192.0.2.${n}`));
  }
  expect(await countAlerts()).toBe(0);
});

test.each<[what: string, report: Report]>([
  [
    'failures that are no fault of ours',
    (headers = {}) => post(callFailure, { kind: 'microphone-denied', stage: 'live' }, headers),
  ],
  [
    'errors that were counted where they were thrown',
    (headers = {}) => post(pageError, { digest: '3047389217' }, headers),
  ],
  [
    'bots',
    (headers = {}) =>
      post(pageError, {}, { ...headers, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }),
  ],
])('reports of %s raise no alert', async (_what, report) => {
  for (let n = 0; n < 9; n += 1) await report(from(`192.0.2.${n}`));
  expect(await countAlerts()).toBe(0);
});
