/** @jest-environment node */
import { sendAlertsAfterResponse } from '@/lib/server/notify/alerts';
import type * as FailureBurst from '@/lib/server/error-reports/failure-burst';
import { createAnswer, connectDatabase } from '../database/database-answers';
import { changeSettings, provideSettings } from '../settings';

jest.mock('@/lib/server/notify/alerts');
jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('../database/fake'));

provideSettings();

// Next bundles this module more than once.
const importBundle = async () => {
  let copy: typeof FailureBurst | undefined;
  await jest.isolateModulesAsync(async () => {
    copy = await import('@/lib/server/error-reports/failure-burst');
  });
  if (!copy) throw new Error('not loaded');
  return copy.countFailure;
};

beforeEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for('site.failures'));
});

test('counts calls and the site apart, across bundled copies', async () => {
  const [first, second] = [await importBundle(), await importBundle()];
  const soon = jest.fn();
  for (let n = 0; n < 4; n += 1) first('calls-failing', 'no-answer', soon);
  for (let n = 0; n < 2; n += 1) first('site-failing', '/outreach', soon);
  for (let n = 0; n < 2; n += 1) second('site-failing', '/api/contact', soon);
  expect(soon).not.toHaveBeenCalled();
  second('site-failing', '/outreach', soon);
  expect(soon).toHaveBeenCalledTimes(1);
});

test('names each failing route once in the alert', async () => {
  const { countFailure } = await import('@/lib/server/error-reports/failure-burst');
  const sentQueries = connectDatabase(() => createAnswer(null));
  const works: (() => Promise<void>)[] = [];
  for (const route of ['/outreach', '/api/visit', '/outreach', '/outreach', '/contact'])
    countFailure('site-failing', route, (runWork) => void works.push(runWork));
  for (const runWork of works) await runWork();
  expect(sentQueries).toMatchObject([
    {
      table: 'rpc/write_alert',
      body: {
        kind: 'site-failing',
        facts: { count: 5, kinds: '/outreach, /api/visit, /contact' },
        dedupe: expect.stringMatching(/^site-failing \d{4}-\d\d-\d\dT\d\d$/),
      },
    },
  ]);
  expect(sendAlertsAfterResponse).not.toHaveBeenCalled();
});

test('blocked content alerts once a day for each kind of origin', async () => {
  changeSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });
  const { countReportedFailure } = await import('@/lib/server/error-reports/failure-burst');
  const sentQueries = connectDatabase(() => createAnswer(null));
  for (const origin of ['inline', 'other'])
    for (let n = 0; n < 5; n += 1)
      countReportedFailure(
        'content-blocked',
        `${n % 2 ? 'img-src' : 'script-src-elem'} ${origin}`,
        new Request('http://localhost/', { headers: { 'x-real-ip': `192.0.2.${n}` } }),
        `content-blocked ${origin}`,
      );
  for (const [runWork] of jest.mocked(sendAlertsAfterResponse).mock.calls) await runWork?.();
  const createAlert = (origin: string) => ({
    kind: 'content-blocked',
    facts: { count: 5, kinds: `script-src-elem ${origin}, img-src ${origin}` },
    dedupe: `content-blocked ${origin} ${new Date().toISOString().slice(0, 10)}`,
  });
  expect(sentQueries.map(({ body }) => body)).toMatchObject([
    createAlert('inline'),
    createAlert('other'),
  ]);
});
