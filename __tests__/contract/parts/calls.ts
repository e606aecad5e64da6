import { createPost } from '@/__tests__/lib/server/create-post';
import * as leftRoute from '@/app/api/call/left/route';
import * as webRoute from '@/app/api/call/web/route';
import { countCall, findBudgetRefusal } from '@/lib/server/call/call-budget';
import { cancelCall, leaveCall, recordCall, settleCall } from '@/lib/server/call/call-records';
import { sealTicket } from '@/lib/server/call/call-ticket';
import { getEnv } from '@/lib/server/env';
import { startVoiceProvider, type VoiceProvider } from '../../../local/voice/server';
import type { Expected } from '../expected';
import { disableTimeouts, SITE, type TestDatabaseProxy } from '../database-proxy';
import { waitForCondition } from '../../support/until';
import { DAY, formatTimeAgo, HOUR, MINUTE } from '../outbox';

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
    const nothingToEnd = { ok: true, handle: null };
    const expectAllowed = (
      results: readonly (string | null)[],
      allowed: number,
      ...refusals: string[]
    ) => {
      const refused = results.filter((result) => result !== null);
      expect(results.length - refused.length).toBe(allowed);
      expect([...new Set(refused)]).toEqual(refusals);
    };

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
    const updateCalls = (values: { created_at?: string; ends_by?: string }) =>
      openCalls().update(values).neq('ticket', '');
    const makeOlder = (ms: number) => updateCalls({ created_at: formatTimeAgo(ms) });

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
      expectAllowed(await Promise.all(tries), 1, 'ticket_refused');
      expect((await openCalls().select('ticket')).data).toEqual([{ ticket: 'same' }]);
      expect(await listDays()).toEqual([{ personal: false, calls: 1, seconds: 0, cost: 0 }]);
    });

    test('allow as many of 100 simultaneous calls as the daily budget has', async () => {
      Object.assign(getEnv(), { CALLS_PER_DAY: 20, CALLS_AT_ONCE: 1000 });
      expectAllowed(await takeCallsAtOnce(100, { personal: true }), 20, 'calls_spent');
      expect(await listDays()).toEqual([{ personal: true, calls: 20, seconds: 0, cost: 0 }]);
    });

    test('a third of the daily calls is reserved for the assistants of prospects', async () => {
      Object.assign(getEnv(), { CALLS_PER_DAY: 20, CALLS_AT_ONCE: 1000 });
      expectAllowed(await takeCallsAtOnce(40), 14, 'calls_spent');
      expect(await findBudgetRefusal(createRequestFrom(), false)).toBe('calls_spent');
      expect(await findBudgetRefusal(createRequestFrom(), true)).toBeNull();
      expectAllowed(await takeCallsAtOnce(40, { personal: true }), 6, 'calls_spent');
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
      expectAllowed(await takeCallsAtOnce(5), 2, 'calls_spent');
    });

    test('allow each address 5 calls an hour and 10 a day', async () => {
      Object.assign(getEnv(), { CALLS_AT_ONCE: 1000 });
      const oneCaller = { address: '192.0.2.1' };
      expectAllowed(await takeCallsAtOnce(20, oneCaller), 5, 'calls_spent');
      expect(await findBudgetRefusal(createRequestFrom('192.0.2.1'), true)).toBe('calls_spent');
      expect(await takeCall({ address: '192.0.2.2' })).toBeNull();

      await makeOlder(HOUR - MINUTE);
      expect(await takeCall(oneCaller)).toBe('calls_spent');
      await makeOlder(HOUR + MINUTE);
      expectAllowed(await takeCallsAtOnce(20, oneCaller), 5, 'calls_spent');

      await makeOlder(DAY - MINUTE);
      expect(await takeCall(oneCaller)).toBe('calls_spent');
      await makeOlder(DAY + MINUTE);
      expect(await takeCall(oneCaller)).toBeNull();
    });

    test('allow none while the switch in the database is off, or its row is missing', async () => {
      const openSwitch = () => connect().from('call_switch');
      const ask = async () => [
        await findBudgetRefusal(createRequestFrom(), true),
        await takeCall({ personal: true }),
      ];
      expect(await ask()).toEqual([null, null]);
      await openSwitch().update({ calls_on: false }).eq('one_row', true);
      expect(await ask()).toEqual(['calls_off', 'calls_off']);
      await openSwitch().delete().eq('one_row', true);
      expect(await ask()).toEqual(['calls_off', 'calls_off']);
      await openSwitch().insert({ calls_on: true });
      expect(await ask()).toEqual([null, null]);
      expect(await listDays()).toMatchObject([{ calls: 2 }]);
    });

    test('count an IPv6 /64 network as one address', async () => {
      const hosts = Array.from({ length: 9 }, (_, n) =>
        takeCall({ address: `2001:db8::${n + 1}` }),
      );
      expectAllowed(await Promise.all(hosts), 5, 'calls_spent');
      expect(await takeCall({ address: '2001:db8:0:1::1' })).toBeNull();
    });

    test('skip the budget per address if the address is unknown', async () => {
      Object.assign(getEnv(), { CALLS_AT_ONCE: 1000 });
      expectAllowed(await takeCallsAtOnce(30), 30);
    });

    test('limit concurrent calls, and an ended call frees a slot', async () => {
      expectAllowed(await takeCallsAtOnce(30), 8, 'calls_busy');
      expect(await findBudgetRefusal(createRequestFrom(), true)).toBe('calls_busy');
      const { data } = await openCalls().select('ticket').limit(1).single();
      expect(await settleCall(data?.ticket ?? '')).toBe(true);
      expect(await findBudgetRefusal(createRequestFrom(), true)).toBeNull();
      expectAllowed(await takeCallsAtOnce(10), 1, 'calls_busy');
    });

    test('a call without a reported end is over a minute after its maximum length', async () => {
      Object.assign(getEnv(), { CALLS_AT_ONCE: 1 });
      await takeCall();
      const { data } = await openCalls().select('created_at, ends_by').single();
      const durationMs = Date.parse(data?.ends_by ?? '') - Date.parse(data?.created_at ?? '');
      expect(durationMs).toBe((300 + 60) * 1000);
      await updateCalls({ ends_by: formatTimeAgo(-MINUTE) });
      expect(await takeCall()).toBe('calls_busy');
      await updateCalls({ ends_by: formatTimeAgo(1000) });
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
      expectAllowed(await takeCallsInTurn(2, { address: '192.0.2.1' }), 1, 'calls_spent');
    });

    test('a canceled call is returned to the budget of its address', async () => {
      expectAllowed(await takeCallsAtOnce(5, { address: '192.0.2.1' }), 5);
      await cancelCall(createTicket('t0'));
      expectAllowed(await takeCallsAtOnce(3, { address: '192.0.2.1' }), 1, 'calls_spent');
    });

    test('store the fullest report of a call, even after the browser’s', async () => {
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
      const fullest = { seconds: 50, cost: 0.75 };
      expect(await readEndedCall()).toEqual({ ended_at: first?.ended_at, ...fullest });

      expect(await settleCall('t1', { seconds: 100, cost: 1.5 })).toBe(true);
      expect(await listDays()).toEqual([
        { personal: false, calls: 1, ...fullest },
        { personal: true, calls: 1, seconds: 100, cost: 1.5 },
      ]);
    });

    const handle = { call_id: 'call-1', control_url: 'https://control.example' };

    test('let one of 64 simultaneous requests end a call that was left', async () => {
      const ticket = createTicket('left');
      await countCall(createRequestFrom(), ticket);
      expect(await recordCall(ticket, handle, false)).toBe(false);
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => leaveCall(ticket, 'call-of-the-browser')),
      );
      const handles = answers.map((answer) => answer.ok && answer.handle);
      expect(handles.filter((found) => found !== null)).toEqual([handle]);
      const { data } = await openCalls().select('checked_at, left_at, ended_at').single();
      const time = expect.any(String);
      expect(data).toEqual({ checked_at: time, left_at: time, ended_at: null });
      expect(await settleCall('left')).toBe(true);
      const over = await openCalls().select('call_id, control_url, ended_at').single();
      expect(over.data).toEqual({ call_id: null, control_url: null, ended_at: time });
    });

    test('a call that is left too early is ended by the request that creates it', async () => {
      const ticket = createTicket('early');
      await countCall(createRequestFrom(), ticket);
      expect(await leaveCall(ticket, null)).toEqual(nothingToEnd);
      expect(await leaveCall(ticket, null)).toEqual(nothingToEnd);
      expect(await recordCall(ticket, handle, false)).toBe(true);
      expect(await leaveCall(ticket, 'call-1')).toEqual(nothingToEnd);
    });

    test('a call without a browser is ended by the request that creates it', async () => {
      const ticket = createTicket('alone');
      await countCall(createRequestFrom(), ticket);
      expect(await recordCall(ticket, handle, true)).toBe(true);
      expect(await leaveCall(ticket, 'call-1')).toEqual(nothingToEnd);
    });

    test('a call that could not be recorded has the id that the browser knows', async () => {
      const ticket = createTicket('unrecorded');
      await countCall(createRequestFrom(), ticket);
      expect(await leaveCall(ticket, 'call-1')).toEqual({
        ok: true,
        handle: { call_id: 'call-1', control_url: null },
      });
      expect(await leaveCall(ticket, 'call-2')).toEqual(nothingToEnd);
    });

    test('a ticket that is left before it is used creates no call and uses no budget', async () => {
      const ticket = createTicket('unused', true);
      expect(await leaveCall(ticket, null)).toEqual(nothingToEnd);
      expect(await countCall(createRequestFrom('192.0.2.1'), ticket)).toBe('ticket_refused');
      expect(await recordCall(ticket, handle, false)).toBe(false);
      expect(await leaveCall(ticket, 'call-1')).toEqual(nothingToEnd);
      const { data } = await openCalls().select('caller, personal, counted').single();
      expect(data).toEqual({ caller: null, personal: true, counted: false });
      expect(await listDays()).toEqual([]);
      Object.assign(getEnv(), { CALLS_PER_DAY: 1, CALLS_AT_ONCE: 1 });
      expect(await takeCall({ personal: true })).toBeNull();
    });

    test('leaving and counting at the same time leave no call that no one ends', async () => {
      const tickets = Array.from({ length: 40 }, (_, n) => createTicket(`race ${n}`, n % 3 > 0));
      Object.assign(getEnv(), { CALLS_PER_DAY: 1000, CALLS_AT_ONCE: 1000 });
      const outcomes = await Promise.all(
        tickets.map(async (ticket) => {
          const left = leaveCall(ticket, null);
          if ((await countCall(createRequestFrom(), ticket)) !== null) return 'no call';
          const mustEnd = await recordCall(ticket, handle, false);
          const result = await left;
          return mustEnd || !result.ok || result.handle ? 'ended' : 'forgotten';
        }),
      );
      expect(outcomes).not.toContain('forgotten');
    });

    test('a call that is over, canceled or long past is not ended', async () => {
      const row = { caller: null, personal: false, ends_by: formatTimeAgo(-MINUTE) };
      await openCalls().insert([
        { ...row, ticket: 'settled', ended_at: formatTimeAgo(1000) },
        { ...row, ticket: 'taken back', ended_at: null },
        { ...row, ticket: 'long ago', ends_by: formatTimeAgo(1000), ended_at: null },
      ]);
      await cancelCall(createTicket('taken back'));
      for (const ticket of ['settled', 'taken back', 'long ago'])
        expect(await leaveCall(createTicket(ticket), 'call-1')).toEqual(nothingToEnd);
      const { data } = await openCalls().select('ticket').not('checked_at', 'is', null);
      expect(data).toEqual([]);
    });

    describe('with the voice provider', () => {
      const PRIVATE_KEY = 'private-key-of-the-contract';
      let provider: VoiceProvider;
      beforeAll(async () => {
        const keys = { publicKey: 'public-key', privateKey: PRIVATE_KEY };
        provider = await startVoiceProvider(keys);
      });
      afterAll(() => provider.close());
      beforeEach(() => {
        const keys = { VAPI_PUBLIC_KEY: 'public-key', VAPI_PRIVATE_KEY: PRIVATE_KEY };
        Object.assign(getEnv(), { ...keys, VAPI_API_URL: provider.url });
      });
      afterEach(() => {
        for (const name of ['VAPI_PUBLIC_KEY', 'VAPI_PRIVATE_KEY', 'VAPI_API_URL'])
          Reflect.deleteProperty(getEnv(), name);
      });

      const post = async (route: typeof leftRoute, body: object, headers: object) => {
        const request = createPost('/api/call', body, { origin: SITE, ...headers });
        const response = await route.POST(request);
        return (await response.json()) as { ok?: boolean; id?: string };
      };
      const dial = async (assistantId: string) => {
        const ticket = await sealTicket({ assistantId, personal: true });
        const call = post(webRoute, { assistantId }, { authorization: `Bearer ${ticket}` });
        return { ticket, call };
      };
      const leave = (ticket: string, callId: string | null) =>
        post(leftRoute, { ticket, callId }, {});
      const listStates = async () => {
        const headers = { authorization: `Bearer ${PRIVATE_KEY}` };
        const calls = await (await fetch(`${provider.url}/calls`, { headers })).json();
        return (calls as { status: string }[]).map(({ status }) => status);
      };

      test.each([
        ['with the private key', PRIVATE_KEY],
        ['without it', undefined],
      ])('eight calls that are canceled at once leave every slot free, %s', async (_what, key) => {
        Object.assign(getEnv(), { VAPI_PRIVATE_KEY: key });
        const left = await Promise.all(
          Array.from({ length: 8 }, async () => {
            const { ticket, call } = await dial('demo-en-instant');
            return leave(ticket, (await call).id ?? null);
          }),
        );
        expect(left).toEqual(Array(8).fill({ ok: true }));
        expect(await findBudgetRefusal(createRequestFrom(), true)).toBeNull();
        expect(new Set(await listStates())).toEqual(new Set(['ended']));
      });

      test('a call that is left while the provider creates it is ended', async () => {
        Object.assign(getEnv(), { CALLS_AT_ONCE: 1 });
        const { ticket, call } = await dial('slow-request-en-instant');
        await waitForCondition(async () => (await listStates()).includes('queued'), 'the call');
        expect(await leave(ticket, null)).toEqual({ ok: true });
        expect(await findBudgetRefusal(createRequestFrom(), true)).toBe('calls_busy');
        expect(await call).toMatchObject({ ok: false, error: 'ticket_refused' });
        await waitForCondition(
          async () => (await findBudgetRefusal(createRequestFrom(), true)) === null,
          'the end of the call',
        );
        expect(new Set(await listStates())).toEqual(new Set(['ended']));
      }, 20_000);
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

    test('the rows contain only a hash of the caller’s address', async () => {
      await takeCall({ address: '192.0.2.1' });
      await takeCall();
      const { data } = await openCalls().select('caller').order('ticket');
      expect(data).toEqual([{ caller: expect.stringMatching(/^[\w-]{27}$/) }, { caller: null }]);
      expect(JSON.stringify(data)).not.toContain('192.0.');
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

      const budgets = [{ name: 'day', limit: 9, hours: 24 }];
      const caller = { caller: null, personal: false };
      const answers = await Promise.all([
        publicClient.rpc('call_refusal', { ...caller, budgets }),
        publicClient.rpc('call_counts', { caller: null, budgets }),
        publicClient.rpc('take_call', { ...caller, ticket: 'x', max_seconds: 60, budgets }),
        publicClient.rpc('settle_call', { ticket: 't0' }),
        publicClient.rpc('cancel_call', { ticket: 't0' }),
        publicClient.rpc('leave_call', { ticket: 't0', personal: false, named_id: 'x' }),
        publicClient.rpc('record_call', { ticket: 't0', ...handle, has_left: true }),
      ]);
      expect(answers.map(({ error }) => error?.code)).toEqual(Array(7).fill('42501'));
      const { data } = await openCalls().select('ticket, counted, ended_at, left_at, call_id');
      const untouched = { counted: true, ended_at: null, left_at: null, call_id: null };
      expect(data).toEqual([{ ticket: 't0', ...untouched }]);
      expect(await listDays()).toMatchObject([{ calls: 1 }]);
    });
  });
}
