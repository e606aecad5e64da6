/** @jest-environment node */
import type * as FailureBurst from '@/lib/server/error-reports/failure-burst';
import { createAnswer, connectDatabase, type SentQuery } from '../database/database-answers';
import { provideSettings } from '../settings';

jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('../database/fake'));

provideSettings({ ALERT_WEBHOOK_URL: 'https://hooks.example/secret' });

// Next bundles this module more than once.
const importBundle = async () => {
  let copy: typeof FailureBurst | undefined;
  await jest.isolateModulesAsync(async () => {
    copy = await import('@/lib/server/error-reports/failure-burst');
  });
  if (!copy) throw new Error('not loaded');
  return copy.countFailure;
};

let sentQueries: SentQuery[];
beforeEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for('site.failures'));
  sentQueries = connectDatabase(() => createAnswer(null));
});
async function listAlerts() {
  await new Promise(setImmediate);
  return sentQueries.filter(({ table }) => table === 'rpc/write_alert').map(({ body }) => body);
}

test('counts calls and the site apart, across bundled copies', async () => {
  const first = await importBundle();
  const { countFailure: second } = await import('@/lib/server/error-reports/failure-burst');
  for (let n = 0; n < 4; n += 1) first('calls-failing', 'no-answer');
  for (let n = 0; n < 2; n += 1) first('site-failing', '/outreach');
  for (let n = 0; n < 2; n += 1) second('site-failing', '/api/contact');
  expect(await listAlerts()).toEqual([]);
  second('site-failing', '/outreach');
  expect(await listAlerts()).toMatchObject([{ kind: 'site-failing' }]);
});

test('names each failing route once in the alert', async () => {
  const { countFailure } = await import('@/lib/server/error-reports/failure-burst');
  for (const route of ['/outreach', '/api/visit', '/outreach', '/outreach', '/contact'])
    countFailure('site-failing', route);
  expect(await listAlerts()).toMatchObject([
    {
      kind: 'site-failing',
      facts: { count: 5, kinds: '/outreach, /api/visit, /contact' },
      dedupe: expect.stringMatching(/^site-failing \d{4}-\d\d-\d\dT\d\d$/),
    },
  ]);
});

test('counts ten minutes back, and alerts with one key an hour', async () => {
  jest.useFakeTimers({
    now: Date.UTC(2026, 10, 3, 10, 49, 30),
    doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'],
  });
  const { countFailure } = await import('@/lib/server/error-reports/failure-burst');
  const fail = (times: number) => {
    for (let n = 0; n < times; n += 1) countFailure('site-failing', '/outreach');
  };
  fail(1);
  jest.setSystemTime(Date.now() + 10 * 60_000);
  fail(4);
  expect(await listAlerts()).toEqual([]);
  fail(1 + 5);
  jest.setSystemTime(Date.now() + 60_000);
  fail(5);
  const keys = (await listAlerts()).map((alert) => (alert as { dedupe: string }).dedupe);
  expect(keys.map((key) => key.slice(-3))).toEqual(['T10', 'T10', 'T11']);
});
