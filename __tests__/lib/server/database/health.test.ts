/** @jest-environment node */
import { isReady } from '@/lib/server/database/health';
import { connectDatabase, createAnswer, neverAnswer } from './database-answers';
import { installFakeClock, expectSettledAfter } from '../fake-clock';

jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('./fake'));

test('reads one row to see whether the site is ready, and waits two seconds at most', async () => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  installFakeClock();
  const sentQueries = connectDatabase(neverAnswer);
  expect(await expectSettledAfter(2000, isReady())).toBe(false);
  expect(sentQueries).toMatchObject([
    { method: 'GET', table: 'strategy_sessions', query: { select: 'id', limit: '1' } },
  ]);
});

test('asks again at once where an older answer does not do', async () => {
  const sentQueries = connectDatabase((_, nth) => createAnswer([], nth < 2 ? 200 : 404));
  expect(await isReady({ maxAgeMs: 0 })).toBe(true);
  expect(await isReady()).toBe(true);
  expect(sentQueries).toHaveLength(1);
  expect(await isReady({ maxAgeMs: 0 })).toBe(true);
  expect(await isReady({ maxAgeMs: 0 })).toBe(false);
});
