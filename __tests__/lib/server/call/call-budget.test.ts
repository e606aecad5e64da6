/** @jest-environment node */
import { listCallBudgets, takeCall } from '@/lib/server/call/call-requests';
import { endCall, settleCall } from '@/lib/server/call/call-records';
import { createKeyedHash } from '@/lib/server/crypto';
import {
  createAnswer,
  connectDatabase,
  createRefusal,
  type SentQuery,
  neverAnswer,
} from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';
import { installFakeClock, expectSettledAfter } from '../fake-clock';
import { changeSettings, provideSettings } from '../settings';

const logged = collectLogLines();
provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip', VAPI_ASSISTANT_ID: 'landing' });

beforeEach(() => {
  installFakeClock();
  changeSettings({ CALLS_PER_DAY: 60, CALLS_AT_ONCE: 8, CALL_MAX_SECONDS: 300 });
});

const createRequestFrom = (address?: string) =>
  new Request('http://localhost/', { headers: address ? { 'x-real-ip': address } : {} });
const take = (
  { address, id = 'id-1', assistantId = 'landing' } = {} as Partial<
    Record<'address' | 'id' | 'assistantId', string>
  >,
) => takeCall(createRequestFrom(address), { id, assistantId });
const ask = (address?: string) =>
  takeCall(createRequestFrom(address), { id: null, assistantId: 'demo-cs' });
const disconnectDatabase = () =>
  connectDatabase(() => Promise.reject(new TypeError('fetch failed')));
const connectWithoutFunction = () =>
  connectDatabase(createRefusal('42883', 'no such function', 404));

const summarizeQueries = (sentQueries: SentQuery[]) =>
  sentQueries.map(({ table, body }) => ({ table, body }));
/** Matches log lines that have these facts among others. */
const expectLines = (...lines: object[]) => lines.map((line) => expect.objectContaining(line));

describe('with its database', () => {
  test('counts a call with all budgets, under a key that hides the caller', async () => {
    const sentQueries = connectDatabase(() => createAnswer(null));
    expect(await take({ address: '192.0.2.1', id: 'a', assistantId: 'demo-cs' })).toBeNull();
    expect(await take({ id: 'b' })).toBeNull();
    const budgets = { address_hour: 5, address_day: 10, day: 60, day_shared: 40, at_once: 8 };
    const caller = createKeyedHash('call', '192.0.2.1');
    const all = { max_seconds: 360, budgets };
    expect(summarizeQueries(sentQueries)).toEqual([
      {
        table: 'rpc/take_call',
        body: { caller, id: 'a', assistant_id: 'demo-cs', personal: true, ...all },
      },
      {
        table: 'rpc/take_call',
        body: { caller: null, id: 'b', assistant_id: 'landing', personal: false, ...all },
      },
    ]);
    expect(logged).toEqual([]);
  });

  test.each([
    [60, 40],
    [61, 41],
    [2, 2],
    [1, 1],
    [0, 0],
  ])('of %i calls a day, leaves the landing page %i', async (CALLS_PER_DAY, day_shared) => {
    changeSettings({ CALLS_PER_DAY });
    const sentQueries = connectDatabase(() => createAnswer(null));
    await take();
    expect(sentQueries[0]?.body).toMatchObject({ budgets: { day: CALLS_PER_DAY, day_shared } });
  });

  test.each([
    ['address_hour', 'calls_spent'],
    ['address_day', 'calls_spent'],
    ['day', 'calls_spent'],
    ['at_once', 'calls_busy'],
    ['used', 'call_refused'],
    ['off', 'calls_off'],
    ['assistant', 'unknown_assistant'],
    ['unknown', 'provider_failed'],
  ])('refuses a call for %s as %s, and logs it', async (reason, refused) => {
    connectDatabase(() => createAnswer(reason));
    expect(await take({ address: '192.0.2.1', assistantId: 'demo-cs' })).toBe(refused);
    const line = { level: 'warn', reason, personal: true, msg: 'call refused' };
    expect(logged).toEqual(expectLines(line));
    expect(JSON.stringify(logged)).not.toMatch(/192\.0\.|id-1|demo-cs/);
  });

  test('asking for the budget counts nothing', async () => {
    const sentQueries = connectDatabase(() => createAnswer('at_once'));
    expect(await ask('192.0.2.1')).toBe('calls_busy');
    expect(sentQueries).toMatchObject([
      { body: { id: null, personal: true, budgets: { day: 60 } } },
    ]);
    expect(logged).toEqual([]);
    connectDatabase(() => createAnswer(null));
    for (let n = 0; n < 20; n += 1) expect(await ask('192.0.2.1')).toBeNull();
  });

  test('logs only the code when the end of a call is refused', async () => {
    connectDatabase(createRefusal('23514', 'id-1', 400));
    expect((await settleCall('id-1', 'over')).error).not.toBeNull();
    expect(await endCall('id-1')).toBe(false);
    const line = { level: 'warn', code: '23514', msg: 'call end not stored' };
    expect(logged).toEqual(expectLines(line, line));
    expect(JSON.stringify(logged)).not.toContain('id-1');
  });

  test.each([
    ['a call', () => take()],
    ['a question', () => ask()],
  ])('%s is refused after two seconds without an answer', async (_what, send) => {
    connectDatabase(neverAnswer);
    expect(await expectSettledAfter(2000, send())).toBe('unavailable');
  });

  test('the end of a call waits two seconds for an answer', async () => {
    connectDatabase(neverAnswer);
    expect(await expectSettledAfter<unknown>(2000, endCall('id-1'))).toBe(false);
  });

  test('a settled call waits four seconds, as a late count holds the table', async () => {
    connectDatabase(neverAnswer);
    const settled = settleCall('id-1', 'refused');
    expect(await expectSettledAfter<unknown>(4000, settled)).toMatchObject({ data: null });
  });
});

test.each([
  ['is away', disconnectDatabase],
  ['refuses to count', connectWithoutFunction],
])('while the database %s, no call is allowed', async (_how, failDatabase) => {
  connectDatabase(() => createAnswer(null));
  expect(await take()).toBeNull();
  failDatabase();
  for (const assistantId of ['landing', 'demo-cs'])
    expect(await take({ address: '192.0.2.1', assistantId })).toBe('unavailable');
  expect(await ask('192.0.2.1')).toBe('unavailable');
  const line = { status: expect.any(Number), msg: 'call not counted' };
  expect(logged).toContainEqual(expect.objectContaining(line));
  expect(JSON.stringify(logged)).not.toContain('192.0.');
});

test.each(['CALLS_PER_DAY', 'CALLS_AT_ONCE'] as const)('%s bounds calls', (name) => {
  const before = listCallBudgets();
  changeSettings({ [name]: 900 });
  expect(listCallBudgets()).not.toEqual(before);
});

test('a third of the calls of a day is reserved for prospects', () => {
  changeSettings({ CALLS_PER_DAY: 50 });
  expect(listCallBudgets()).toMatchObject({ day: 50, day_shared: 34 });
});
