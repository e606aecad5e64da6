/** @jest-environment node */
import { isReady } from '@/lib/server/health';
import { connected, silence } from './database/database-answers';
import { ownTheClock, settlesAfter } from './own-clock';

jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('./database/fake'));

afterEach(() => void jest.useRealTimers());

test('reads one row to see whether the site is ready, and waits two seconds at most', async () => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  ownTheClock();
  const sent = connected(silence);
  expect(await settlesAfter(2000, isReady())).toBe(false);
  expect(sent).toMatchObject([
    { method: 'GET', table: 'strategy_sessions', query: { select: 'id', limit: '1' } },
  ]);
});
