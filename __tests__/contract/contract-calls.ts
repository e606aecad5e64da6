import {
  cancelCall,
  claimCallCheck,
  findBudgetRefusal,
  settleCall,
  countCall,
} from '@/lib/server/call/call-budget';
import { getEnv } from '@/lib/server/env';
import type { Expected } from './contract';
import { disableTimeouts, type TestDatabaseProxy } from './line';
import { DAY, formatFirstDayOfMonth, formatTimeAgo, HOUR, MINUTE } from './outbox';

/** Tests the budgets of calls, which all instances share. */
export function describeCalls(proxy: TestDatabaseProxy, expected: Expected) {
  describe('the budgets of calls', () => {
    const { connect } = proxy;
    const openCalls = () => connect().from('calls');
    const listDays = async () =>
      (await connect().from('call_days').select('personal, calls, seconds, cost').order('personal'))
        .data;
    const createRequestFrom = (address?: string) =>
      new Request('http://localhost/', { headers: address ? { 'x-real-ip': address } : {} });
    const createTicket = (id: string, personal = false) => ({ id, assistantId: 'demo', personal });
    const countRefusals = (results: readonly (string | null)[]) => ({
      gone: results.filter((result) => result === null).length,
      others: [...new Set(results.filter((result) => result !== null))],
    });

    let callCount = 0;
    /** Takes a call with a ticket of its own. */
    const takeCall = ({ address, personal }: { address?: string; personal?: boolean } = {}) =>
      countCall(createRequestFrom(address), createTicket(`t${callCount++}`, personal));
    const takeCallsAtOnce = (count: number, facts?: Parameters<typeof takeCall>[0]) =>
      Promise.all(Array.from({ length: count }, () => takeCall(facts)));
    const takeCallsInTurn = async (count: number, facts: Parameters<typeof takeCall>[0]) => {
      const results = [];
      for (let n = 0; n < count; n += 1) results.push(await takeCall(facts));
      return results;
    };
    const makeOlder = (ms: number) =>
      openCalls()
        .update({ created_at: formatTimeAgo(ms) })
        .neq('ticket', '');

    beforeEach(async () => {
      callCount = 0;
      const usual = { CALLS_PER_DAY: 60, CALLS_AT_ONCE: 8, CALL_MAX_SECONDS: 300 };
      Object.assign(getEnv(), usual, { TRUSTED_IP_HEADER: 'x-real-ip' });
      disableTimeouts();
      await openCalls().delete().neq('ticket', '');
      await connect().from('call_days').delete().gte('calls', -1);
    });
    afterEach(() => {
      Reflect.deleteProperty(getEnv(), 'TRUSTED_IP_HEADER');
      expect(proxy.logged.filter((text) => text.includes('not counted'))).toEqual([]);
    });

    test('allow one of 64 simultaneous calls with one ticket', async () => {
      const tries = Array.from({ length: 64 }, () =>
        countCall(createRequestFrom(), createTicket('same')),
      );
      expect(countRefusals(await Promise.all(tries))).toEqual({
        gone: 1,
        others: ['ticket_refused'],
      });
      expect((await openCalls().select('ticket')).data).toEqual([{ ticket: 'same' }]);
      expect(await listDays()).toEqual([{ personal: false, calls: 1, seconds: 0, cost: 0 }]);
    });

    test('allow as many of 100 simultaneous calls as the daily budget has', async () => {
      Object.assign(getEnv(), { CALLS_PER_DAY: 20, CALLS_AT_ONCE: 1000 });
      expect(countRefusals(await takeCallsAtOnce(100, { personal: true }))).toEqual({
        gone: 20,
        others: ['calls_spent'],
      });
      expect(await listDays()).toEqual([{ personal: true, calls: 20, seconds: 0, cost: 0 }]);
    });

    test('a third of the daily calls is reserved for the assistants of prospects', async () => {
      Object.assign(getEnv(), { CALLS_PER_DAY: 20, CALLS_AT_ONCE: 1000 });
      expect(countRefusals(await takeCallsAtOnce(40))).toEqual({
        gone: 14,
        others: ['calls_spent'],
      });
      expect(await findBudgetRefusal(createRequestFrom(), false)).toBe('calls_spent');
      expect(await findBudgetRefusal(createRequestFrom(), true)).toBeNull();
      expect(countRefusals(await takeCallsAtOnce(40, { personal: true }))).toEqual({
        gone: 6,
        others: ['calls_spent'],
      });
      expect(await findBudgetRefusal(createRequestFrom(), true)).toBe('calls_spent');
      expect(await listDays()).toMatchObject([
        { personal: false, calls: 14 },
        { personal: true, calls: 6 },
      ]);
      await makeOlder(DAY + 1000);
      expect(await takeCall()).toBeNull();
    });

    test('prospects’ calls don’t count against the landing page’s share', async () => {
      Object.assign(getEnv(), { CALLS_PER_DAY: 3, CALLS_AT_ONCE: 1000 });
      expect(await takeCall({ personal: true })).toBeNull();
      expect(countRefusals(await takeCallsAtOnce(5))).toEqual({ gone: 2, others: ['calls_spent'] });
    });

    test('allow each address 5 calls an hour and 10 a day', async () => {
      Object.assign(getEnv(), { CALLS_AT_ONCE: 1000 });
      const oneCaller = { address: '192.0.2.1' };
      expect(countRefusals(await takeCallsAtOnce(20, oneCaller))).toEqual({
        gone: 5,
        others: ['calls_spent'],
      });
      expect(await findBudgetRefusal(createRequestFrom('192.0.2.1'), true)).toBe('calls_spent');
      expect(await takeCall({ address: '192.0.2.2' })).toBeNull();

      await makeOlder(HOUR - MINUTE);
      expect(await takeCall(oneCaller)).toBe('calls_spent');
      await makeOlder(HOUR + MINUTE);
      expect(countRefusals(await takeCallsAtOnce(20, oneCaller))).toEqual({
        gone: 5,
        others: ['calls_spent'],
      });

      await makeOlder(DAY - MINUTE);
      expect(await takeCall(oneCaller)).toBe('calls_spent');
      await makeOlder(DAY + MINUTE);
      expect(await takeCall(oneCaller)).toBeNull();
    });

    test('count an IPv6 /64 network as one address', async () => {
      const hosts = Array.from({ length: 9 }, (_, n) =>
        takeCall({ address: `2001:db8::${n + 1}` }),
      );
      expect(countRefusals(await Promise.all(hosts))).toEqual({ gone: 5, others: ['calls_spent'] });
      expect(await takeCall({ address: '2001:db8:0:1::1' })).toBeNull();
    });

    test('skip the budget per address if the address is unknown', async () => {
      Object.assign(getEnv(), { CALLS_AT_ONCE: 1000 });
      expect(countRefusals(await takeCallsAtOnce(30))).toEqual({ gone: 30, others: [] });
    });

    test('limit concurrent calls, and an ended call frees a slot', async () => {
      expect(countRefusals(await takeCallsAtOnce(30))).toEqual({ gone: 8, others: ['calls_busy'] });
      expect(await findBudgetRefusal(createRequestFrom(), true)).toBe('calls_busy');
      const { data } = await openCalls().select('ticket').limit(1).single();
      expect(await settleCall(data?.ticket ?? '')).toBe(true);
      expect(await findBudgetRefusal(createRequestFrom(), true)).toBeNull();
      expect(countRefusals(await takeCallsAtOnce(10))).toEqual({ gone: 1, others: ['calls_busy'] });
    });

    test('a call without a reported end is over a minute after its maximum length', async () => {
      Object.assign(getEnv(), { CALLS_AT_ONCE: 1 });
      await takeCall();
      const { data } = await openCalls().select('created_at, ends_by').single();
      const durationMs = Date.parse(data?.ends_by ?? '') - Date.parse(data?.created_at ?? '');
      expect(durationMs).toBe((300 + 60) * 1000);
      await openCalls()
        .update({ ends_by: new Date(Date.now() + MINUTE).toISOString() })
        .neq('ticket', '');
      expect(await takeCall()).toBe('calls_busy');
      await openCalls()
        .update({ ends_by: formatTimeAgo(1000) })
        .neq('ticket', '');
      expect(await takeCall()).toBeNull();
    });

    test('a canceled call uses no budget, but its ticket stays used', async () => {
      Object.assign(getEnv(), { CALLS_PER_DAY: 1, CALLS_AT_ONCE: 1 });
      const ticket = createTicket('refused');
      expect(await countCall(createRequestFrom('192.0.2.1'), ticket)).toBeNull();
      await cancelCall(ticket);
      await cancelCall(ticket);
      expect(await listDays()).toEqual([{ personal: false, calls: 0, seconds: 0, cost: 0 }]);
      expect(await countCall(createRequestFrom('192.0.2.1'), ticket)).toBe('ticket_refused');
      expect(countRefusals(await takeCallsInTurn(2, { address: '192.0.2.1' }))).toEqual({
        gone: 1,
        others: ['calls_spent'],
      });
    });

    test('a canceled call is returned to the budget of its address', async () => {
      expect(countRefusals(await takeCallsAtOnce(5, { address: '192.0.2.1' })).gone).toBe(5);
      await cancelCall(createTicket('t0'));
      expect(countRefusals(await takeCallsAtOnce(3, { address: '192.0.2.1' }))).toEqual({
        gone: 1,
        others: ['calls_spent'],
      });
    });

    test('store the first report of a call, even after the browser’s', async () => {
      await takeCall();
      await takeCall({ personal: true });
      expect(await settleCall('t0')).toBe(true);
      const readEndedCall = async () =>
        (await openCalls().select('ended_at, seconds, cost').eq('ticket', 't0').single()).data;
      const first = await readEndedCall();
      expect(first).toEqual({ ended_at: expect.any(String), seconds: null, cost: null });

      const costs: Record<number, number> = { 30: 0.25, 40: 0.5, 50: 0.75 };
      const reports = [30, 40, 50].map((seconds) =>
        settleCall('t0', { seconds, cost: costs[seconds] ?? 0 }),
      );
      expect(await Promise.all(reports)).toEqual([true, true, true]);
      const { seconds, ...rest } = { seconds: 0, ...(await readEndedCall()) };
      expect([30, 40, 50]).toContain(seconds);
      expect(rest).toEqual({ ended_at: first?.ended_at, cost: costs[seconds ?? 0] });

      expect(await settleCall('t1', { seconds: 100, cost: 1.5 })).toBe(true);
      expect(await listDays()).toEqual([
        { personal: false, calls: 1, seconds, cost: rest.cost },
        { personal: true, calls: 1, seconds: 100, cost: 1.5 },
      ]);
    });

    test('let one of 64 simultaneous requests claim the check of a call', async () => {
      await openCalls().insert({
        ticket: 'asked',
        caller: null,
        personal: false,
        ends_by: new Date(Date.now() + MINUTE).toISOString(),
      });
      const claims = await Promise.all(
        Array.from({ length: 64 }, () => claimCallCheck(createTicket('asked'))),
      );
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(await claimCallCheck(createTicket('asked'))).toBe(false);
      const { data } = await openCalls().select('checked_at, ended_at').single();
      expect(data).toEqual({ checked_at: expect.any(String), ended_at: null });
      expect(await settleCall('asked')).toBe(true);
    });

    test('the check of a call that is over, canceled or unknown cannot be claimed', async () => {
      const later = new Date(Date.now() + MINUTE).toISOString();
      const row = { caller: null, personal: false, ends_by: later };
      await openCalls().insert([
        { ...row, ticket: 'settled', ended_at: formatTimeAgo(1000) },
        { ...row, ticket: 'taken back' },
        { ...row, ticket: 'long ago', ends_by: formatTimeAgo(1000) },
      ]);
      await cancelCall(createTicket('taken back'));
      for (const ticket of ['settled', 'taken back', 'long ago', 'nobody'])
        expect(await claimCallCheck(createTicket(ticket))).toBe(false);
      const { data } = await openCalls().select('ticket').not('checked_at', 'is', null);
      expect(data).toEqual([]);
    });

    test('the calls of a day add up', async () => {
      await takeCallsAtOnce(3);
      for (const [n, cost] of [0.1, 0.2, 0.3].entries())
        await settleCall(`t${n}`, { seconds: 60, cost });
      expect(await listDays()).toEqual([{ personal: false, calls: 3, seconds: 180, cost: 0.6 }]);
    });

    test('a call of yesterday is counted on the day it was made', async () => {
      await takeCall();
      const yesterday = formatTimeAgo(DAY).slice(0, 10);
      await makeOlder(DAY);
      await connect().from('call_days').insert({ day: yesterday, personal: false, calls: 1 });
      await settleCall('t0', { seconds: 60, cost: 1 });
      const { data } = await connect().from('call_days').select('day, seconds').order('day');
      expect(data).toEqual([
        { day: yesterday, seconds: 60 },
        { day: formatTimeAgo(0).slice(0, 10), seconds: 0 },
      ]);
    });

    test('the end of an unknown call changes nothing', async () => {
      expect(await settleCall('nobody', { seconds: 1, cost: 1 })).toBe(true);
      await cancelCall(createTicket('nobody'));
      expect(await listDays()).toEqual([]);
    });

    test('the next call deletes calls after two days and sums after 25 months', async () => {
      await takeCallsAtOnce(2);
      await openCalls()
        .update({ created_at: formatTimeAgo(2 * DAY + MINUTE) })
        .eq('ticket', 't0');
      await openCalls()
        .update({ created_at: formatTimeAgo(2 * DAY - MINUTE) })
        .eq('ticket', 't1');
      const old = [26, 24].map((months) => ({
        day: formatFirstDayOfMonth(months),
        personal: false,
      }));
      await connect().from('call_days').insert(old);
      await takeCall();
      const kept = await openCalls().select('ticket').order('ticket');
      expect(kept.data).toEqual([{ ticket: 't1' }, { ticket: 't2' }]);
      const { data } = await connect().from('call_days').select('day').order('day');
      expect(data).toEqual([
        { day: formatFirstDayOfMonth(24) },
        { day: formatTimeAgo(0).slice(0, 10) },
      ]);
    });

    test('the rows contain only a hash of the caller’s address', async () => {
      await takeCall({ address: '192.0.2.1' });
      await takeCall();
      const { data } = await openCalls().select('caller').order('ticket');
      expect(data).toEqual([{ caller: expect.stringMatching(/^[\w-]{27}$/) }, { caller: null }]);
      expect(JSON.stringify(data)).not.toContain('192');
    });

    test('the public key can neither read nor change calls', async () => {
      await takeCall();
      const publicClient = proxy.connectPublicly();
      for (const name of ['calls', 'call_days'] as const) {
        const read = await publicClient.from(name).select().retry(false);
        expect({ status: read.status, code: read.error?.code }).toEqual(expected.publicReads);
        expect(read.data ?? []).toEqual([]);
      }
      const row = { ticket: 'x', caller: null, personal: false, ends_by: formatTimeAgo(0) };
      expect((await publicClient.from('calls').insert(row)).error?.code).toBe('42501');
      await publicClient.from('calls').update({ counted: false }).eq('ticket', 't0');
      await publicClient.from('calls').delete().eq('ticket', 't0');
      await publicClient.from('call_days').delete().gte('calls', 0);

      const budgets = { address_hour: 9, address_day: 9, day: 9, day_shared: 9, at_once: 9 };
      const caller = { caller: null, personal: false };
      const answers = await Promise.all([
        publicClient.rpc('call_refusal', { ...caller, budgets }),
        publicClient.rpc('take_call', { ...caller, ticket: 'x', max_seconds: 60, budgets }),
        publicClient.rpc('settle_call', { ticket: 't0' }),
        publicClient.rpc('cancel_call', { ticket: 't0' }),
        publicClient.rpc('claim_call_check', { ticket: 't0' }),
      ]);
      expect(answers.map(({ error }) => error?.code)).toEqual(Array(5).fill('42501'));
      const { data } = await openCalls().select('ticket, counted, ended_at, checked_at');
      expect(data).toEqual([{ ticket: 't0', counted: true, ended_at: null, checked_at: null }]);
      expect(await listDays()).toMatchObject([{ calls: 1 }]);
    });
  });
}
