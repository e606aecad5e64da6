/** @jest-environment node */
import { purgeExpired } from '@/lib/server/database/purge';
import { createAnswer, connectDatabase, createRefusal } from './database-answers';
import { collectLogLines } from '../log/log-lines';
import { changeSettings, provideSettings } from '../settings';

jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('./fake'));

const logged = collectLogLines();
provideSettings();
beforeEach(() => changeSettings({ RETENTION_MONTHS: 12 }));

const counts = {
  ...{ strategy_sessions: 0, decisionMakers: 0, rate_limits: 0, calls: 0 },
  ...{ expiring: 0, unannounced: 0, failed: {} },
};
const unannounced = {
  level: 'warn',
  requests: 2,
  msg: 'open requests stay past their time, because no alert about them was delivered',
};

test('sends the months to keep, in a request that may be retried', async () => {
  changeSettings({ RETENTION_MONTHS: 6 });
  const sentQueries = connectDatabase(() => createAnswer(counts));
  await purgeExpired();
  expect(sentQueries).toMatchObject([{ table: 'rpc/purge_expired', body: { months: 6 } }]);
  expect(sentQueries[0]?.headers.get('idempotency-key')).toBeTruthy();
  expect(logged).toEqual([]);
});

const failure = { level: 'warn', code: 'XX000', status: 500, msg: 'expired data not deleted' };
test.each<[string, () => Response, object[]]>([
  [
    'what was deleted',
    () => createAnswer({ ...counts, calls: 2 }),
    [{ level: 'info', calls: 2, msg: 'expired data deleted' }],
  ],
  [
    'open requests that will be deleted soon',
    () => createAnswer({ ...counts, expiring: 3 }),
    [{ level: 'warn', requests: 3, msg: 'open requests will be deleted' }],
  ],
  [
    'open requests that are kept because nobody was told',
    () => createAnswer({ ...counts, expiring: 3, unannounced: 2 }),
    [{ level: 'warn', requests: 3, msg: 'open requests will be deleted' }, unannounced],
  ],
  [
    'a table that could not be purged',
    () => createAnswer({ ...counts, failed: { calls: '23503' } }),
    [{ level: 'error', tables: 'calls (23503)', msg: 'expired data not deleted' }],
  ],
  ['a database that fails', createRefusal('XX000', 'broken', 500), [failure]],
  ['nothing while another server purges', () => createAnswer(null), []],
])('logs %s', async (_what, reply, lines) => {
  connectDatabase(reply);
  await purgeExpired();
  expect(logged).toMatchObject(lines);
  expect(logged).toHaveLength(lines.length);
  for (const line of logged) {
    expect(line).not.toHaveProperty('expiring');
    expect(line).not.toHaveProperty('unannounced');
  }
});
