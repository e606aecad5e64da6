/** @jest-environment node */
import { cancelCall, claimCheck, mayCall, settleCall, takeCall } from '@/lib/server/call-budget';
import { keyedHash } from '@/lib/server/keyed-hash';
import { answer, connected, refusal, silence } from './database-answers';
import { logLines } from './log-lines';
import { ownTheClock } from './own-clock';
import { changeSettings, giveSettings } from './settings';

jest.mock('@/lib/server/supabase', () => ({
  ...jest.requireActual<object>('@/lib/server/supabase'),
  database: jest.fn(),
}));

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

const logged = logLines();
giveSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });

let today = Date.UTC(2026, 10, 22);
beforeEach(() => {
  ownTheClock();
  // What this process has counted in the test before is over.
  jest.setSystemTime((today += 3 * DAY));
  changeSettings({ CALLS_PER_DAY: 60, CALLS_AT_ONCE: 8, CALL_MAX_SECONDS: 300 });
});
afterEach(() => void jest.useRealTimers());

const from = (address?: string) =>
  new Request('http://localhost/', { headers: address ? { 'x-real-ip': address } : {} });
const ticketOf = (id: string, personal = false) => ({ id, assistantId: 'demo-cs', personal });
let made = 0;
const take = ({ address, personal }: { address?: string; personal?: boolean } = {}) =>
  takeCall(from(address), ticketOf(`ticket ${made++}`, personal));
const many = async (count: number, facts?: Parameters<typeof take>[0]) => {
  const results = await Promise.all(Array.from({ length: count }, () => take(facts)));
  return {
    gone: results.filter((result) => result === null).length,
    others: [...new Set(results.filter((result) => result !== null))],
  };
};
const away = () => connected(() => Promise.reject(new TypeError('fetch failed')));

describe('with its database', () => {
  test('a call is counted under a key that tells nobody who calls, with all budgets', async () => {
    const sent = connected(() => answer(null));
    expect(await takeCall(from('192.0.2.1'), ticketOf('a', true))).toBeNull();
    expect(await takeCall(from(), ticketOf('b'))).toBeNull();
    const budgets = { address_hour: 5, address_day: 10, day: 60, day_shared: 40, at_once: 8 };
    const caller = keyedHash('call', '192.0.2.1');
    expect(sent.map(({ table, body }) => ({ table, body }))).toEqual([
      {
        table: 'rpc/take_call',
        body: { caller, ticket: 'a', personal: true, max_seconds: 360, budgets },
      },
      {
        table: 'rpc/take_call',
        body: { caller: null, ticket: 'b', personal: false, max_seconds: 360, budgets },
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
  ])('of %i calls a day the landing page may use %i', async (CALLS_PER_DAY, shared) => {
    changeSettings({ CALLS_PER_DAY });
    const sent = connected(() => answer(null));
    await take();
    expect(sent[0]?.body).toMatchObject({ budgets: { day: CALLS_PER_DAY, day_shared: shared } });
  });

  test.each([
    ['address_hour', 'calls_spent'],
    ['address_day', 'calls_spent'],
    ['day', 'calls_spent'],
    ['at_once', 'calls_busy'],
    ['used', 'ticket_refused'],
  ])('a call that it refuses for %s is %s, and a line in the log', async (reason, told) => {
    connected(() => answer(reason));
    expect(await take({ address: '192.0.2.1', personal: true })).toBe(told);
    expect(logged).toEqual([
      expect.objectContaining({ level: 'warn', reason, personal: true, msg: 'call refused' }),
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/192|ticket/);
  });

  test('asking whether a call may go counts nothing', async () => {
    const sent = connected(() => answer('at_once'));
    expect(await mayCall(from('192.0.2.1'), true)).toBe('calls_busy');
    expect(sent).toMatchObject([
      { table: 'rpc/call_refusal', body: { personal: true, budgets: { day: 60 } } },
    ]);
    expect(sent[0]?.body).not.toHaveProperty('ticket');
    connected(() => answer(null));
    for (let n = 0; n < 20; n += 1) expect(await mayCall(from('192.0.2.1'), true)).toBeNull();
    away();
    expect(await take({ address: '192.0.2.1' })).toBeNull();
  });

  test('the end of a call is noted, with what the provider says of it', async () => {
    const sent = connected(() => answer(true));
    expect(await settleCall('a')).toBe(true);
    expect(await settleCall('a', { seconds: 70, cost: 0.12 })).toBe(true);
    await cancelCall(ticketOf('a'));
    expect(sent.map(({ table, body }) => ({ table, body }))).toEqual([
      { table: 'rpc/settle_call', body: { ticket: 'a' } },
      { table: 'rpc/settle_call', body: { ticket: 'a', seconds: 70, cost: 0.12 } },
      { table: 'rpc/cancel_call', body: { ticket: 'a' } },
    ]);
  });

  test('an end that it does not take is told, by its code alone', async () => {
    connected(refusal('23514', 'ticket a', 400));
    expect(await settleCall('a')).toBe(false);
    await cancelCall(ticketOf('a'));
    expect(logged).toEqual([
      expect.objectContaining({ level: 'warn', code: '23514', msg: 'end of a call not noted' }),
      expect.objectContaining({ level: 'warn', code: '23514', msg: 'end of a call not noted' }),
    ]);
    expect(JSON.stringify(logged)).not.toContain('ticket');
  });

  test('the check of a call is claimed there, once by this process', async () => {
    const sent = connected(({ table }) => answer(table === 'rpc/take_call' ? null : true));
    await takeCall(from(), ticketOf('a'));
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimCheck(ticketOf('a'))));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimCheck(ticketOf('a'))).toBe(false);
    expect(sent.filter(({ table }) => table === 'rpc/claim_call_check')).toMatchObject([
      { body: { ticket: 'a' } },
    ]);
  });

  test('of a call that another instance let go it alone decides', async () => {
    connected((_, nth) => answer(nth === 0));
    expect(await claimCheck(ticketOf('theirs'))).toBe(true);
    expect(await claimCheck(ticketOf('theirs'))).toBe(false);
  });

  test('a call that is known to be over is not checked', async () => {
    const sent = connected(({ table }) => answer(table === 'rpc/take_call' ? null : true));
    await takeCall(from(), ticketOf('settled'));
    await takeCall(from(), ticketOf('long ago'));
    await settleCall('settled');
    expect(await claimCheck(ticketOf('settled'))).toBe(false);
    jest.advanceTimersByTime(360 * SECOND);
    expect(await claimCheck(ticketOf('long ago'))).toBe(false);
    expect(sent.map(({ table }) => table)).not.toContain('rpc/claim_call_check');
  });

  test.each([
    ['a call', () => take()],
    ['a question', () => mayCall(from(), false)],
  ])('%s waits two seconds for its answer, and this process decides', async (_what, ask) => {
    connected(silence);
    const settled = jest.fn();
    void ask().then(settled);
    await jest.advanceTimersByTimeAsync(2 * SECOND - 1);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith(null);
  });
});

describe.each([
  ['is away', away],
  ['refuses to count', () => connected(refusal('42883', 'no such function', 404))],
])('while the database %s', (_how, fails) => {
  beforeEach(() => void fails());

  test('this process counts by itself, and says so', async () => {
    expect(await take({ address: '192.0.2.1' })).toBeNull();
    const said = (msg: string) =>
      expect(logged).toContainEqual(expect.objectContaining({ code: expect.any(String), msg }));
    said('call counted by this process alone');
    expect(await mayCall(from('192.0.2.1'), false)).toBeNull();
    said('call budgets unknown');
    expect(JSON.stringify(logged)).not.toContain('192');
  });

  test('a ticket is good for one call', async () => {
    const tries = Array.from({ length: 64 }, () => takeCall(from(), ticketOf('same')));
    const results = await Promise.all(tries);
    expect(results.filter((result) => result === null)).toHaveLength(1);
    expect(results.filter((result) => result === 'ticket_refused')).toHaveLength(63);
  });

  test('each call of this process is checked once, and no other one', async () => {
    await takeCall(from(), ticketOf('ours'));
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => claimCheck(ticketOf('ours'))),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimCheck(ticketOf('of another instance'))).toBe(false);
    const msg = 'check of a call claimed in this process alone';
    expect(logged).toContainEqual(expect.objectContaining({ code: expect.any(String), msg }));
    connected(() => answer(true));
    expect(await claimCheck(ticketOf('ours'))).toBe(false);
  });

  test('no more calls go at once than may; one that ends or is over makes room', async () => {
    expect(await many(30)).toEqual({ gone: 8, others: ['calls_busy'] });
    expect(await mayCall(from(), true)).toBe('calls_busy');
    await takeCall(from(), ticketOf('refused'));
    expect(await settleCall(`ticket ${made - 30}`)).toBe(false);
    expect(await many(3)).toEqual({ gone: 1, others: ['calls_busy'] });
    jest.advanceTimersByTime(360 * SECOND - 1);
    expect(await many(1)).toEqual({ gone: 0, others: ['calls_busy'] });
    jest.advanceTimersByTime(1);
    expect(await many(30)).toEqual({ gone: 8, others: ['calls_busy'] });
  });

  test('the day has an end, and keeps a third for the assistants of prospects', async () => {
    changeSettings({ CALLS_PER_DAY: 20, CALLS_AT_ONCE: 1000 });
    expect(await many(100)).toEqual({ gone: 14, others: ['calls_spent'] });
    expect(await mayCall(from(), false)).toBe('calls_spent');
    expect(await mayCall(from(), true)).toBeNull();
    expect(await many(100, { personal: true })).toEqual({ gone: 6, others: ['calls_spent'] });
    jest.advanceTimersByTime(DAY - 1);
    expect(await many(1)).toEqual({ gone: 0, others: ['calls_spent'] });
    jest.advanceTimersByTime(1);
    expect(await many(1)).toEqual({ gone: 1, others: [] });
  });

  test('calls of prospects use nothing of what the landing page may use', async () => {
    changeSettings({ CALLS_PER_DAY: 3 });
    expect(await many(1, { personal: true })).toEqual({ gone: 1, others: [] });
    expect(await many(5)).toEqual({ gone: 2, others: ['calls_spent'] });
  });

  test('an address has 5 calls an hour and 10 a day; an unknown one has no such limit', async () => {
    changeSettings({ CALLS_AT_ONCE: 1000 });
    const here = { address: '2001:db8::1' };
    expect(await many(20, here)).toEqual({ gone: 5, others: ['calls_spent'] });
    expect(await many(1, { address: '2001:db8::2' })).toEqual({ gone: 0, others: ['calls_spent'] });
    expect(await many(1, { address: '2001:db8:0:1::' })).toEqual({ gone: 1, others: [] });
    expect(await many(11)).toEqual({ gone: 11, others: [] });
    jest.advanceTimersByTime(HOUR - 1);
    expect(await many(1, here)).toEqual({ gone: 0, others: ['calls_spent'] });
    jest.advanceTimersByTime(1);
    expect(await many(20, here)).toEqual({ gone: 5, others: ['calls_spent'] });
    jest.advanceTimersByTime(HOUR);
    expect(await many(1, here)).toEqual({ gone: 0, others: ['calls_spent'] });
  });

  test('a call that was taken back uses no budget, but its ticket stays used', async () => {
    changeSettings({ CALLS_PER_DAY: 1, CALLS_AT_ONCE: 1 });
    const ticket = ticketOf('taken back');
    expect(await takeCall(from('192.0.2.1'), ticket)).toBeNull();
    await cancelCall(ticket);
    expect(await takeCall(from('192.0.2.1'), ticket)).toBe('ticket_refused');
    expect(await many(2, { address: '192.0.2.1' })).toEqual({ gone: 1, others: ['calls_spent'] });
  });
});

describe('when the database goes away', () => {
  test('the calls that it let go count as well', async () => {
    connected(() => answer(null));
    expect(await many(7)).toEqual({ gone: 7, others: [] });
    expect(await takeCall(from(), ticketOf('early'))).toBeNull();
    away();
    expect(await takeCall(from(), ticketOf('early'))).toBe('ticket_refused');
    expect(await many(3)).toEqual({ gone: 0, others: ['calls_busy'] });
    await settleCall('early');
    expect(await many(3)).toEqual({ gone: 1, others: ['calls_busy'] });
  });

  test('the calls that it refused do not', async () => {
    connected(() => answer('day'));
    await many(30, { address: '192.0.2.1' });
    away();
    expect(await many(1, { address: '192.0.2.1' })).toEqual({ gone: 1, others: [] });
  });

  test('with no calls allowed none goes', async () => {
    away();
    changeSettings({ CALLS_AT_ONCE: 0 });
    expect(await many(1)).toEqual({ gone: 0, others: ['calls_busy'] });
    changeSettings({ CALLS_PER_DAY: 0 });
    expect(await many(1, { personal: true })).toEqual({ gone: 0, others: ['calls_spent'] });
  });

  test('once it is back, it alone decides', async () => {
    away();
    expect(await many(9)).toEqual({ gone: 8, others: ['calls_busy'] });
    connected(() => answer(null));
    expect(await many(1)).toEqual({ gone: 1, others: [] });
  });
});
