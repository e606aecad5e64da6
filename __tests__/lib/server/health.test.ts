/** @jest-environment node */
import { isReady } from '@/lib/server/health';
import { connected, silence } from './database/database-answers';
import { ownTheClock } from './own-clock';

jest.mock('@/lib/server/database/supabase', () => ({
  ...jest.requireActual<object>('@/lib/server/database/supabase'),
  getDatabase: jest.fn(),
}));

afterEach(() => void jest.useRealTimers());

test('readiness asks for one row, for two seconds at most', async () => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  ownTheClock();
  const sent = connected(silence);
  const settled = jest.fn();
  void isReady().then(settled);
  await jest.advanceTimersByTimeAsync(1999);
  expect(settled).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledWith(false);
  expect(sent).toMatchObject([
    { method: 'GET', table: 'strategy_sessions', query: { select: 'id', limit: '1' } },
  ]);
});
