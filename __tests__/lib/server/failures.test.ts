import type * as Failures from '@/lib/server/failures';
import { countFailure, reportRequestError } from '@/lib/server/failures';
import {
  createAnswer,
  connectDatabase,
  listAlerts,
  type SentQuery,
} from './database/database-answers';
import { collectLogLines } from './log/log-lines';
import { provideSettings } from './settings';

provideSettings({ ALERT_WEBHOOK_URL: 'https://hooks.example/secret' });

// Next bundles this module more than once.
const importBundle = async () => {
  let copy: typeof Failures | undefined;
  await jest.isolateModulesAsync(async () => {
    copy = await import('@/lib/server/failures');
  });
  if (!copy) throw new Error('not loaded');
  return copy.countFailure;
};

const lines = collectLogLines();
let sentQueries: SentQuery[];
beforeEach(() => {
  sentQueries = connectDatabase(() => createAnswer(null));
});
async function waitForAlerts() {
  await new Promise(setImmediate);
  return listAlerts(sentQueries);
}

test('counts calls and the site apart, across bundled copies', async () => {
  const first = await importBundle();
  for (let n = 0; n < 4; n += 1) first('calls-failing', 'no-answer');
  for (let n = 0; n < 2; n += 1) first('site-failing', '/outreach');
  for (let n = 0; n < 2; n += 1) countFailure('site-failing', '/api/contact');
  expect(await waitForAlerts()).toEqual([]);
  countFailure('site-failing', '/outreach');
  expect(await waitForAlerts()).toMatchObject([
    {
      kind: 'site-failing',
      facts: { count: 5, kinds: '/outreach, /api/contact' },
      dedupe: expect.stringMatching(/^site-failing \d{4}-\d\d-\d\dT\d\d$/),
    },
  ]);
});

test('counts ten minutes back, and alerts with one key an hour', async () => {
  jest.useFakeTimers({
    now: Date.UTC(2026, 10, 3, 10, 49, 30),
    doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'],
  });
  const fail = (times: number) => {
    for (let n = 0; n < times; n += 1) countFailure('site-failing', '/outreach');
  };
  fail(1);
  jest.setSystemTime(Date.now() + 10 * 60_000);
  fail(4);
  expect(await waitForAlerts()).toEqual([]);
  fail(1 + 5);
  jest.setSystemTime(Date.now() + 60_000);
  fail(5);
  const keys = (await waitForAlerts()).map((alert) => (alert as { dedupe: string }).dedupe);
  expect(keys.map((key) => key.slice(-3))).toEqual(['T10', 'T10', 'T11']);
});

const ID = '0b6e9d42-13c8-4f7e-8d25-6a9c7e1f3b08';
const DIGEST = '3047389217';

type Headers = Record<string, string | string[]>;

/** Reports an error as Next does, for a page that Eva has requested. */
function reportCaught(
  error: unknown,
  headers: Headers = {},
  routeType: 'render' | 'route' = 'render',
) {
  reportRequestError(
    error,
    { path: '/outreach?contact_name=Eva', method: 'GET', headers: { cookie: 'Eva', ...headers } },
    {
      routerKind: 'App Router',
      routePath: '/(cs)/outreach/page',
      routeType,
      revalidateReason: undefined,
    },
  );
}

const createFault = () => Object.assign(new TypeError('Eva was here'), { digest: DIGEST });

test('logs a failed page with its request id, digest, route and place, and counts it', async () => {
  reportCaught(createFault(), { 'x-request-id': ID });
  expect(lines).toEqual([
    {
      level: 'error',
      time: expect.any(String),
      request_id: ID,
      error: 'TypeError',
      at: expect.stringMatching(/^at .*failures\.test\.ts:\d+:\d+\)?$/),
      digest: DIGEST,
      route: '/(cs)/outreach/page',
      msg: 'request failed unexpectedly',
    },
  ]);
  for (let n = 1; n < 5; n += 1) reportCaught(createFault());
  expect(await waitForAlerts()).toMatchObject([{ facts: { kinds: '/(cs)/outreach/page' } }]);
});

test.each<[string, Headers, 'render' | 'route']>([
  ['there is none', {}, 'render'],
  ['it is sent twice', { 'x-request-id': [ID, ID] }, 'render'],
  ['the proxy does not run for it', { 'x-request-id': ID }, 'route'],
])('logs no request id when %s', (_why, headers, routeType) => {
  reportCaught(createFault(), headers, routeType);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toHaveProperty('request_id');
});

const LIKE_A_STACK = 'Eva\n    at Eva';
const create = (error: Error, facts: object) => Object.assign(error, facts);
test.each<[thrown: unknown, error: string]>([
  ...['Eva', '12 Eva', 'Eva 12', '12345678901', 12].map((digest): [Error, string] => [
    create(new Error('x'), { digest, stack: undefined }),
    'Error',
  ]),
  [create(new RangeError(LIKE_A_STACK), { stack: `RangeError: ${LIKE_A_STACK}` }), 'RangeError'],
  ['Eva', 'string'],
  [null, 'object'],
  [undefined, 'undefined'],
])('logs the kind, but nothing of the words of %p', (thrown, error) => {
  reportCaught(thrown);
  const facts = { route: '/(cs)/outreach/page', msg: 'request failed unexpectedly' };
  expect(lines).toEqual([{ level: 'error', time: expect.any(String), error, ...facts }]);
});

test('names the setting that is missing', () => {
  reportCaught(create(new Error('SITE_URL is missing'), { name: 'SettingsError' }));
  expect(lines).toMatchObject([{ error: 'SettingsError', settings: 'SITE_URL is missing' }]);
});

// All that Next's router sends begins like this, and nothing else does.
test.each(['rsc', 'next-router-state-tree', 'next-action', 'next-url'])(
  'requests with the header %s, which no page of ours sends, alarm nobody',
  async (name) => {
    for (let n = 0; n < 5; n += 1) reportCaught(createFault(), { [name]: 'broken' });
    expect(lines[0]).toMatchObject({ level: 'info', route: '/(cs)/outreach/page' });
    expect(await waitForAlerts()).toEqual([]);
  },
);
