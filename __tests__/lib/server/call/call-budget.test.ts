/** @jest-environment node */
import { countCall, findBudgetRefusal, listCallBudgets } from '@/lib/server/call/call-budget';
import { cancelCall, leaveCall, recordCall, settleCall } from '@/lib/server/call/call-records';
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

jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('../database/fake'));

const logged = collectLogLines();
provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });

beforeEach(() => {
  installFakeClock();
  changeSettings({ CALLS_PER_DAY: 60, CALLS_AT_ONCE: 8, CALL_MAX_SECONDS: 300 });
});

const createRequestFrom = (address?: string) =>
  new Request('http://localhost/', { headers: address ? { 'x-real-ip': address } : {} });
const createTicket = (id: string, personal = false) => ({ id, assistantId: 'demo-cs', personal });
let callCount = 0;
const takeCall = ({ address, personal }: { address?: string; personal?: boolean } = {}) =>
  countCall(createRequestFrom(address), createTicket(`ticket ${callCount++}`, personal));
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
    expect(await countCall(createRequestFrom('192.0.2.1'), createTicket('a', true))).toBeNull();
    expect(await countCall(createRequestFrom(), createTicket('b'))).toBeNull();
    const budgets = [
      { name: 'address_hour', limit: 5, hours: 1, per_address: true },
      { name: 'address_day', limit: 10, hours: 24, per_address: true },
      { name: 'day', limit: 60, hours: 24 },
      { name: 'day', limit: 40, hours: 24, shared: true },
      { name: 'at_once', limit: 8 },
    ];
    const caller = createKeyedHash('call', '192.0.2.1');
    const all = { max_seconds: 360, budgets };
    expect(summarizeQueries(sentQueries)).toEqual([
      { table: 'rpc/take_call', body: { caller, ticket: 'a', personal: true, ...all } },
      { table: 'rpc/take_call', body: { caller: null, ticket: 'b', personal: false, ...all } },
    ]);
    expect(logged).toEqual([]);
  });

  const handle = { call_id: 'call-1', control_url: 'https://control.example' };

  test.each([
    ['the handle of a call', [handle], handle],
    ['the id of a call', [{ ...handle, control_url: null }], { ...handle, control_url: null }],
    ['a call that is being created', [{ call_id: null, control_url: null }], null],
    ['no call', [], null],
  ])('a left call is ended after the answer with %s', async (_what, rows, expected) => {
    const sentQueries = connectDatabase(() => createAnswer(rows));
    expect(await leaveCall(createTicket('a', true), 'call-1')).toEqual({
      ok: true,
      handle: expected,
    });
    expect(summarizeQueries(sentQueries)).toEqual([
      { table: 'rpc/leave_call', body: { ticket: 'a', personal: true, named_id: 'call-1' } },
    ]);
  });

  test.each([false, true])('records a created call, left before or now: %p', async (hasLeft) => {
    const sentQueries = connectDatabase(() => createAnswer(hasLeft));
    expect(await recordCall(createTicket('a'), handle, hasLeft)).toBe(hasLeft);
    expect(summarizeQueries(sentQueries)).toEqual([
      { table: 'rpc/record_call', body: { ticket: 'a', ...handle, has_left: hasLeft } },
    ]);
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
    await takeCall();
    expect(sentQueries[0]?.body).toMatchObject({
      budgets: expect.arrayContaining([
        { name: 'day', limit: CALLS_PER_DAY, hours: 24 },
        { name: 'day', limit: day_shared, hours: 24, shared: true },
      ]),
    });
  });

  test.each([
    ['address_hour', 'calls_spent'],
    ['address_day', 'calls_spent'],
    ['day', 'calls_spent'],
    ['at_once', 'calls_busy'],
    ['used', 'ticket_refused'],
  ])('refuses a call for %s as %s, and logs it', async (reason, refused) => {
    connectDatabase(() => createAnswer(reason));
    expect(await takeCall({ address: '192.0.2.1', personal: true })).toBe(refused);
    const line = { level: 'warn', reason, personal: true, msg: 'call refused' };
    expect(logged).toEqual(expectLines(line));
    expect(JSON.stringify(logged)).not.toMatch(/192\.0\.|ticket/);
  });

  test('asking for the budget counts nothing', async () => {
    const sentQueries = connectDatabase(() => createAnswer('at_once'));
    expect(await findBudgetRefusal(createRequestFrom('192.0.2.1'), true)).toBe('calls_busy');
    expect(sentQueries).toMatchObject([
      {
        table: 'rpc/call_refusal',
        body: {
          personal: true,
          budgets: expect.arrayContaining([{ name: 'day', limit: 60, hours: 24 }]),
        },
      },
    ]);
    expect(sentQueries[0]?.body).not.toHaveProperty('ticket');
    connectDatabase(() => createAnswer(null));
    for (let n = 0; n < 20; n += 1)
      expect(await findBudgetRefusal(createRequestFrom('192.0.2.1'), true)).toBeNull();
  });

  test('stores the end of a call, with its length and cost', async () => {
    const sentQueries = connectDatabase(() => createAnswer(true));
    expect(await settleCall('a')).toBe(true);
    expect(await settleCall('a', { seconds: 70, cost: 0.12 })).toBe(true);
    await cancelCall(createTicket('a'));
    expect(summarizeQueries(sentQueries)).toEqual([
      { table: 'rpc/settle_call', body: { ticket: 'a' } },
      { table: 'rpc/settle_call', body: { ticket: 'a', seconds: 70, cost: 0.12 } },
      { table: 'rpc/cancel_call', body: { ticket: 'a' } },
    ]);
  });

  test('logs only the code when the end of a call is refused', async () => {
    connectDatabase(createRefusal('23514', 'ticket a', 400));
    expect(await settleCall('a')).toBe(false);
    await cancelCall(createTicket('a'));
    const line = { level: 'warn', code: '23514', msg: 'call end not stored' };
    expect(logged).toEqual(expectLines(line, line));
    expect(JSON.stringify(logged)).not.toContain('ticket');
  });

  test.each([
    ['a call', () => takeCall()],
    ['a question', () => findBudgetRefusal(createRequestFrom(), false)],
  ])('%s is refused after two seconds without an answer', async (_what, ask) => {
    connectDatabase(neverAnswer);
    expect(await expectSettledAfter(2000, ask())).toBe('unavailable');
  });

  test.each([
    ['a created call', () => recordCall(createTicket('a'), handle, false), false],
    ['a left call', () => leaveCall(createTicket('a'), null), { ok: false }],
  ])('%s waits two seconds for an answer', async (_what, store, outcome) => {
    connectDatabase(neverAnswer);
    expect(await expectSettledAfter<unknown>(2000, store())).toEqual(outcome);
  });

  test.each([
    ['a canceled call', () => cancelCall(createTicket('a')), undefined],
    ['a settled call', () => settleCall('a'), false],
  ])('%s waits four seconds, as a late count holds the table', async (_what, store, outcome) => {
    connectDatabase(neverAnswer);
    expect(await expectSettledAfter<unknown>(4000, store())).toEqual(outcome);
  });
});

describe.each([
  ['is away', disconnectDatabase],
  ['refuses to count', connectWithoutFunction],
])('while the database %s', (_how, failDatabase) => {
  let sentQueries: SentQuery[];
  beforeEach(() => (sentQueries = failDatabase()));
  // Waits until calls have been canceled in the background.
  afterEach(() => jest.advanceTimersByTimeAsync(0));

  test.each([false, true])('no call is allowed (personal: %p)', async (personal) => {
    expect(await takeCall({ address: '192.0.2.1', personal })).toBe('unavailable');
    expect(await findBudgetRefusal(createRequestFrom('192.0.2.1'), personal)).toBe('unavailable');
    for (const msg of ['call not counted', 'call budgets could not be read'])
      expect(logged).toContainEqual(expect.objectContaining({ code: expect.any(String), msg }));
    expect(JSON.stringify(logged)).not.toContain('192.0.');
  });

  test('a created call is not recorded, and one without a browser is to be ended', async () => {
    const handle = { call_id: 'call-1', control_url: null };
    for (const hasLeft of [false, true])
      expect(await recordCall(createTicket('a'), handle, hasLeft)).toBe(hasLeft);
    const msg = 'call not recorded';
    expect(logged).toContainEqual(expect.objectContaining({ code: expect.any(String), msg }));
  });

  test('a left call is not found', async () => {
    expect(await leaveCall(createTicket('a'), 'call-1')).toEqual({ ok: false });
    const msg = 'call end not stored';
    expect(logged).toContainEqual(expect.objectContaining({ code: expect.any(String), msg }));
  });

  test('a call that may have been counted is canceled', async () => {
    expect(await countCall(createRequestFrom(), createTicket('lost'))).toBe('unavailable');
    await jest.advanceTimersByTimeAsync(0);
    expect(sentQueries.map(({ table }) => table)).toEqual(['rpc/take_call', 'rpc/cancel_call']);
    expect(sentQueries.at(-1)?.body).toEqual({ ticket: 'lost' });
  });

  test('calls allowed before the failure allow no others', async () => {
    connectDatabase(() => createAnswer(null));
    expect(await takeCall()).toBeNull();
    failDatabase();
    expect(await takeCall()).toBe('unavailable');
  });
});

test.each(['CALLS_PER_DAY', 'CALLS_AT_ONCE'] as const)('%s bounds calls', (name) => {
  const before = listCallBudgets();
  changeSettings({ [name]: 900 });
  expect(listCallBudgets()).not.toEqual(before);
});

test('a third of the calls of a day is reserved for prospects', () => {
  changeSettings({ CALLS_PER_DAY: 50 });
  expect(listCallBudgets().filter(({ name }) => name === 'day')).toEqual([
    { name: 'day', limit: 50, hours: 24 },
    { name: 'day', limit: 34, hours: 24, shared: true },
  ]);
});
