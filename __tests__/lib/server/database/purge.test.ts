/** @jest-environment node */
import { purgeExpired } from '@/lib/server/database/purge';
import { answer, connected, refusal } from './database-answers';
import { logLines } from '../observe/log-lines';
import { changeSettings, giveSettings } from '../settings';

jest.mock('@/lib/server/database/supabase', () => ({
  ...jest.requireActual<object>('@/lib/server/database/supabase'),
  getDatabase: jest.fn(),
}));

const logged = logLines();
giveSettings();
beforeEach(() => changeSettings({ RETENTION_MONTHS: 12 }));

const counts = { strategy_sessions: 0, decisionMakers: 0, rate_limits: 0, calls: 0, expiring: 0 };

test('the database is told for how many months, and may be asked again', async () => {
  changeSettings({ RETENTION_MONTHS: 6 });
  const sent = connected(() => answer(counts));
  await purgeExpired();
  expect(sent).toMatchObject([{ table: 'rpc/purge_expired', body: { months: 6 } }]);
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy();
  expect(logged).toEqual([]);
});

test('what was deleted is one line', async () => {
  connected(() => answer({ ...counts, calls: 2 }));
  await purgeExpired();
  expect(logged).toMatchObject([{ level: 'info', calls: 2, msg: 'expired data deleted' }]);
  expect(logged[0]).not.toHaveProperty('expiring');
});

test('open requests that are about to go are a warning, also where nothing alerts', async () => {
  connected(() => answer({ ...counts, expiring: 3 }));
  await purgeExpired();
  expect(logged).toMatchObject([
    { level: 'warn', requests: 3, msg: 'open requests will be deleted' },
  ]);
});

test('another server that is at it is no matter', async () => {
  connected(() => answer(null));
  await purgeExpired();
  expect(logged).toEqual([]);
});

test('a database that fails is one line', async () => {
  connected(refusal('XX000', 'broken', 500));
  await purgeExpired();
  expect(logged).toMatchObject([
    { level: 'warn', code: 'XX000', status: 500, msg: 'expired data not deleted' },
  ]);
});
