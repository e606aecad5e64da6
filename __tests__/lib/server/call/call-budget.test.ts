/** @jest-environment node */
import { listCallBudgets, takeCall } from '@/lib/server/call/call-requests';
import { endCall, settleCall } from '@/lib/server/call/call-records';
import { connectDatabase, createRefusal, neverAnswer } from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';
import { installFakeClock, expectSettledAfter } from '../fake-clock';
import { changeSettings, provideSettings } from '../settings';

const logged = collectLogLines();
provideSettings();

beforeEach(installFakeClock);

const askForCall = (id: string | null) =>
  takeCall(new Request('http://localhost/'), { id, assistantId: 'demo-cs' });

test.each([
  [60, 40],
  [61, 41],
  [2, 2],
  [1, 1],
  [0, 0],
])('of %i calls a day, leaves the landing page %i', (CALLS_PER_DAY, day_shared) => {
  changeSettings({ CALLS_PER_DAY, CALLS_AT_ONCE: 9 });
  const budgets = { address_hour: 5, address_day: 10, day: CALLS_PER_DAY, day_shared, at_once: 9 };
  expect(listCallBudgets()).toEqual(budgets);
});

test('logs only the code when the end of a call is refused', async () => {
  connectDatabase(createRefusal('23514', 'id-1', 400));
  expect((await settleCall('id-1', 'over')).error).not.toBeNull();
  expect(await endCall('id-1')).toBe(false);
  const line = { level: 'warn', code: '23514', msg: 'call end not stored' };
  expect(logged).toMatchObject([line, line]);
  expect(JSON.stringify(logged)).not.toContain('id-1');
});

test.each<[what: string, ms: number, ask: () => Promise<unknown>, answer: unknown]>([
  ['a call', 2000, () => askForCall('id-1'), 'unavailable'],
  ['a question', 2000, () => askForCall(null), 'unavailable'],
  ['the end of a call', 2000, () => endCall('id-1'), false],
  // A late count holds the table.
  [
    ...(['a settled call', 4000] as const),
    () => settleCall('id-1', 'refused').then(({ data }) => data),
    null,
  ],
])('%s waits %i ms for an answer', async (_what, ms, ask, answer) => {
  connectDatabase(neverAnswer);
  expect(await expectSettledAfter(ms, ask())).toBe(answer);
});
