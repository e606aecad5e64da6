/** @jest-environment node */
import { findFailure, readAllRows } from '@/lib/server/database/queries';
import { expectSettledAfter, installFakeClock } from '../fake-clock';
import { provideSettings } from '../settings';
import { connectDatabase, neverAnswer } from './database-answers';

provideSettings();

const rows = Array.from({ length: 1300 }, (_, index) => index);

test.each([
  ['few of them', 99, 1000],
  ['as many as the API returns at most', 100, 100],
  ['more than that', 300, 100],
  ['more than it asks for at once', 1300, 1000],
  ['one at a time', 7, 1],
  ['none', 0, 1000],
])('reads all rows if there are %s (%i, at most %i at once)', async (_what, count, most) => {
  const readPage = (from: number, to: number) => {
    const data = rows.slice(0, count).slice(from, Math.min(to + 1, from + most));
    return Promise.resolve({ data, error: null });
  };
  expect(await readAllRows(readPage)).toEqual(rows.slice(0, count));
});

test.each([
  [{ error: { code: '42501' }, status: 403 }, 'missing or closed (403 42501). Apply'],
  [{ error: { code: '' }, status: 0 }, 'out of reach (no answer). See the dashboard'],
  [{ error: { code: '', message: 'AbortError: status 540' }, status: 0 }, 'out of reach (540).'],
])('throws after %j', async (failure, message) => {
  const reading = readAllRows(() => Promise.resolve({ data: null, ...failure }));
  await expect(reading).rejects.toThrow(message);
});

test('reads one row to see how the database fails, and waits two seconds at most', async () => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  installFakeClock();
  const sentQueries = connectDatabase(neverAnswer);
  expect(await expectSettledAfter(2000, findFailure())).toEqual({ status: 0 });
  expect(sentQueries).toMatchObject([
    { method: 'GET', table: 'strategy_sessions', query: { select: 'id', limit: '1' } },
  ]);
});
