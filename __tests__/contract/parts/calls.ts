import { createPost } from '@/__tests__/lib/server/create-post';
import { POST as postCall } from '@/app/api/call/route';
import { POST as postEnd } from '@/app/api/call/end/route';
import { takeCall as takeCallOf } from '@/lib/server/call/call-requests';
import { settleCall, reconcileCalls } from '@/lib/server/call/call-records';
import { getEnv } from '@/lib/server/env';
import { type FaultProxy, startFaultProxy } from '../../attacks/fault-proxy';
import { startVoiceProvider, type VoiceProvider } from '../../../local/voice/server';
import { disableTimeouts, SITE, type TestDatabaseProxy } from '../database-proxy';
import { waitForCondition } from '../../support/until';
import { DAY, formatTimeAgo, HOUR, MINUTE } from '../outbox';

const LANDING = 'demo-en-instant';
const PROSPECT = 'demo-cs-instant';

/** Tests the budgets of calls, which all instances share. */
export function describeCalls(proxy: TestDatabaseProxy) {
  describe('the budgets of calls', () => {
    const { connect } = proxy;
    const openCalls = () => connect().from('calls');
    const listDays = async () =>
      (await connect().from('call_days').select('personal, calls, seconds, cost').order('personal'))
        .data;
    const createRequestFrom = (address?: string) =>
      new Request('http://localhost/', { headers: address ? { 'x-real-ip': address } : {} });
    const createCall = (id: string, personal = false) => ({
      id,
      assistantId: personal ? PROSPECT : LANDING,
    });
    const askFor = (personal: boolean, address?: string) =>
      takeCallOf(createRequestFrom(address), { ...createCall('', personal), id: null });
    const settle = async (...facts: Parameters<typeof settleCall>) =>
      (await settleCall(...facts)).data;
    const endCall = async (id: string) => (await connect().rpc('end_call', { id })).data;
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
    const takeId = (id: string, personal = false, address?: string) =>
      takeCallOf(createRequestFrom(address), createCall(id, personal));
    /** Takes a call with an id of its own. */
    const takeCall = ({ address, personal }: { address?: string; personal?: boolean } = {}) =>
      takeId(`t${callCount++}`, personal, address);
    const takeCallsAtOnce = (count: number, facts?: Parameters<typeof takeCall>[0]) =>
      Promise.all(Array.from({ length: count }, () => takeCall(facts)));
    const takeCallsInTurn = async (count: number, facts: Parameters<typeof takeCall>[0]) => {
      const results = [];
      for (let n = 0; n < count; n += 1) results.push(await takeCall(facts));
      return results;
    };
    const updateCalls = (values: { created_at?: string; ends_by?: string; checked_at?: string }) =>
      openCalls().update(values).neq('id', '');
    const makeOlder = (ms: number) => updateCalls({ created_at: formatTimeAgo(ms) });

    beforeEach(async () => {
      callCount = 0;
      const usual = { CALLS_PER_DAY: 60, CALLS_AT_ONCE: 8, CALL_MAX_SECONDS: 300 };
      const others = { TRUSTED_IP_HEADER: 'x-real-ip', VAPI_ASSISTANT_ID: LANDING };
      Object.assign(getEnv(), usual, others);
      disableTimeouts();
      await openCalls().delete().neq('id', '');
      await connect().from('call_days').delete().gte('calls', -1);
      await connect().from('decisionMakers').delete().neq('vapi_assistant_id', '');
      await connect().from('decisionMakers').insert({ vapi_assistant_id: PROSPECT });
    });
    afterEach(() => {
      for (const name of ['TRUSTED_IP_HEADER', 'VAPI_ASSISTANT_ID'])
        Reflect.deleteProperty(getEnv(), name);
      expect(proxy.logged.filter((text) => text.includes('not counted'))).toEqual([]);
    });

    test('allow one of 64 simultaneous calls with one id', async () => {
      const tries = Array.from({ length: 64 }, () => takeId('same'));
      expectAllowed(await Promise.all(tries), 1, 'call_refused');
      expect((await openCalls().select('id, assistant_id')).data).toEqual([
        { id: 'same', assistant_id: LANDING },
      ]);
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
      expect(await askFor(false)).toBe('calls_spent');
      expect(await askFor(true)).toBeNull();
      expectAllowed(await takeCallsAtOnce(40, { personal: true }), 6, 'calls_spent');
      expect(await askFor(true)).toBe('calls_spent');
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
      expect(await askFor(true, '192.0.2.1')).toBe('calls_spent');
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
      const ask = async () => [await askFor(true), await takeCall({ personal: true })];
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
      expect(await askFor(true)).toBe('calls_busy');
      const { data } = await openCalls().select('id').limit(1).single();
      expect(await settle(data?.id ?? '', 'over')).toBe(false);
      expect(await askFor(true)).toBeNull();
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

    test('allow no call to an assistant that no prospect has', async () => {
      await connect().from('decisionMakers').delete().neq('vapi_assistant_id', '');
      expect(await askFor(true)).toBe('unknown_assistant');
      expect(await takeCall({ personal: true })).toBe('unknown_assistant');
      expect(await takeCall()).toBeNull();
    });

    test('a call that the provider refused uses no budget, but its id stays used', async () => {
      Object.assign(getEnv(), { CALLS_PER_DAY: 1, CALLS_AT_ONCE: 1 });
      expect(await takeId('refused', false, '192.0.2.1')).toBeNull();
      await settle('refused', 'refused');
      await settle('refused', 'refused');
      expect(await listDays()).toEqual([{ personal: false, calls: 0, seconds: 0, cost: 0 }]);
      expect(await takeId('refused', false, '192.0.2.1')).toBe('call_refused');
      expectAllowed(await takeCallsInTurn(2, { address: '192.0.2.1' }), 1, 'calls_spent');
    });

    test('a refused call is returned to the budget of its address', async () => {
      expectAllowed(await takeCallsAtOnce(5, { address: '192.0.2.1' }), 5);
      await settle('t0', 'refused');
      expectAllowed(await takeCallsAtOnce(3, { address: '192.0.2.1' }), 1, 'calls_spent');
    });

    test('an unknown call holds a slot, and no budget of a day or an address', async () => {
      Object.assign(getEnv(), { CALLS_AT_ONCE: 6 });
      expectAllowed(await takeCallsAtOnce(5, { address: '192.0.2.1' }), 5);
      for (const n of [0, 1, 2, 3, 4]) await settle(`t${n}`, 'unknown');
      expect(await listDays()).toMatchObject([{ calls: 0 }]);
      expect(await takeCall({ address: '192.0.2.1' })).toBeNull();
      expect(await askFor(true)).toBe('provider_failed');
      expect(await takeCall({ personal: true })).toBe('provider_failed');
      Object.assign(getEnv(), { CALLS_AT_ONCE: 1 });
      expect(await askFor(true)).toBe('calls_busy');
    });

    test('an unknown call that nobody can ask about holds no slot past its end', async () => {
      Object.assign(getEnv(), { CALLS_AT_ONCE: 1 });
      await takeCall();
      await settle('t0', 'unknown');
      expect(await askFor(false)).toBe('provider_failed');
      await updateCalls({ ends_by: formatTimeAgo(1000) });
      expect(await askFor(false)).toBeNull();
      expect(await takeCall()).toBeNull();
    });

    test('an unknown call is free once a second list, a minute later, lacks it', async () => {
      Object.assign(getEnv(), { CALLS_AT_ONCE: 1 });
      await takeCall();
      await settle('t0', 'unknown');
      for (let n = 0; n < 3; n += 1) await settle('t0', 'missing');
      expect(await askFor(false)).toBe('provider_failed');
      await makeOlder(2 * MINUTE);
      await settle('t0', 'missing');
      expect(await askFor(false)).toBeNull();
      expect(await listDays()).toMatchObject([{ calls: 0 }]);
    });

    test('one list is not enough, however late', async () => {
      Object.assign(getEnv(), { CALLS_AT_ONCE: 1 });
      await takeCall();
      await settle('t0', 'unknown');
      await makeOlder(HOUR);
      await settle('t0', 'missing');
      expect(await askFor(false)).toBe('provider_failed');
      await settle('t0', 'missing');
      expect(await askFor(false)).toBeNull();
    });

    test.each(['created', 'over'] as const)(
      'an unknown call that turns out to be %s is counted',
      async (state) => {
        await takeCall();
        await settle('t0', 'unknown');
        await settle('t0', state);
        await settle('t0', 'missing');
        expect(await listDays()).toMatchObject([{ calls: 1 }]);
        const { data } = await openCalls().select('counted, lists_without, ended_at').single();
        const ended_at = state === 'over' ? expect.any(String) : null;
        expect(data).toEqual({ counted: true, lists_without: null, ended_at });
      },
    );

    test('a call whose report came before the answer is known', async () => {
      await takeCall();
      await settle('t0', 'over', { seconds: 60, cost: 1 });
      for (const state of ['unknown', 'missing', 'refused'] as const) await settle('t0', state);
      expect(await listDays()).toEqual([{ personal: false, calls: 1, seconds: 60, cost: 1 }]);
    });

    test('store the fullest report of a call, even after the browser’s', async () => {
      await takeCall();
      await takeCall({ personal: true });
      expect(await settle('t0', 'over')).toBe(false);
      const readEndedCall = async () =>
        (await openCalls().select('ended_at, seconds, cost').eq('id', 't0').single()).data;
      const first = await readEndedCall();
      expect(first).toEqual({ ended_at: expect.any(String), seconds: null, cost: null });

      const costs: Record<number, number> = { 30: 0.25, 40: 0.5, 50: 0.75 };
      const reports = [30, 40, 50].map((seconds) =>
        settle('t0', 'over', { seconds, cost: costs[seconds] ?? 0 }),
      );
      expect(await Promise.all(reports)).toEqual([false, false, false]);
      const fullest = { seconds: 50, cost: 0.75 };
      expect(await readEndedCall()).toEqual({ ended_at: first?.ended_at, ...fullest });

      expect(await settle('t1', 'over', { seconds: 100, cost: 1.5 })).toBe(false);
      expect(await listDays()).toEqual([
        { personal: false, calls: 1, ...fullest },
        { personal: true, calls: 1, seconds: 100, cost: 1.5 },
      ]);
    });

    const sendEnd = () =>
      postEnd(createPost('/api/call/end', { id: crypto.randomUUID() }, { origin: SITE }));

    test('an end that the database does not take is to be sent again', async () => {
      proxy.droppedMethod = 'POST';
      expect((await sendEnd()).status).toBe(503);
    });

    const handle = { call_id: 'call-1', control_url: 'https://control.example' };

    test('let one of 64 requests within two seconds end a call that was left', async () => {
      await takeId('left');
      expect(await settle('left', 'created', handle)).toBe(false);
      const startedAt = performance.now();
      const answers = await Promise.all(Array.from({ length: 64 }, () => endCall('left')));
      const claims = Math.ceil((performance.now() - startedAt) / 2000);
      expect(answers).toContainEqual([handle]);
      expect(answers.flat().length).toBeLessThanOrEqual(claims);
      const { data } = await openCalls().select('checked_at, left_at, ended_at').single();
      const time = expect.any(String);
      expect(data).toEqual({ checked_at: time, left_at: time, ended_at: null });
      expect(await settle('left', 'over')).toBe(true);
      const over = await openCalls().select('call_id, control_url, ended_at').single();
      expect(over.data).toEqual({ call_id: null, control_url: null, ended_at: time });
    });

    test('a call whose end could not be stored is ended by the next request', async () => {
      await takeId('left');
      await settle('left', 'created', handle);
      expect(await endCall('left')).toEqual([handle]);
      await updateCalls({ checked_at: formatTimeAgo(2500) });
      expect(await endCall('left')).toEqual([handle]);
      expect(await endCall('left')).toEqual([]);
    });

    test('a call that is left too early is ended by the request that creates it', async () => {
      await takeId('early');
      expect(await endCall('early')).toEqual([]);
      expect(await endCall('early')).toEqual([]);
      expect(await settle('early', 'created', handle)).toBe(true);
      expect(await endCall('early')).toEqual([handle]);
      expect(await endCall('early')).toEqual([]);
    });

    test('an id that is left before its call creates none and uses no budget', async () => {
      expect(await endCall('unused')).toEqual([]);
      expect(await takeId('unused', true, '192.0.2.1')).toBe('call_refused');
      expect(await settle('unused', 'created', handle)).toBe(false);
      expect(await endCall('unused')).toEqual([]);
      const { data } = await openCalls().select('caller, counted, call_id').single();
      expect(data).toEqual({ caller: null, counted: false, call_id: null });
      expect(await listDays()).toEqual([]);
      Object.assign(getEnv(), { CALLS_PER_DAY: 1, CALLS_AT_ONCE: 1 });
      expect(await takeCall({ personal: true })).toBeNull();
    });

    test('ends without a call are kept for ten minutes, a thousand at most', async () => {
      const now = formatTimeAgo(0);
      const end = { personal: false, counted: false, ends_by: now, ended_at: now };
      const ends = Array.from({ length: 999 }, (_, n) => ({ ...end, id: `end ${n}` }));
      await openCalls().insert(ends);
      expect(await endCall('one more')).toEqual([]);
      expect(await endCall('too many')).toEqual([{ call_id: null, control_url: null }]);
      expect((await sendEnd()).status).toBe(503);
      expect(await takeId('too many')).toBeNull();
      expect(await endCall('too many')).toEqual([]);
      await openCalls()
        .update({ created_at: formatTimeAgo(10 * MINUTE) })
        .eq('id', 'one more');
      expect(await endCall('again')).toEqual([]);
      expect((await openCalls().select('id').eq('id', 'one more')).data).toEqual([]);
    });

    test('leaving and counting at the same time leave no call that no one ends', async () => {
      const ids = Array.from({ length: 40 }, (_, n) => `race ${n}`);
      Object.assign(getEnv(), { CALLS_PER_DAY: 1000, CALLS_AT_ONCE: 1000 });
      const outcomes = await Promise.all(
        ids.map(async (id, n) => {
          const left = endCall(id);
          if ((await takeId(id, n % 3 > 0)) !== null) return 'no call';
          const mustEnd = await settle(id, 'created', handle);
          return mustEnd || (await left)?.length ? 'ended' : 'forgotten';
        }),
      );
      expect(outcomes).not.toContain('forgotten');
    });

    test('a call that is over, refused or long past is not ended', async () => {
      for (const id of ['settled', 'refused', 'long ago']) {
        await takeId(id);
        await settle(id, 'created', handle);
      }
      await settle('settled', 'over');
      await settle('refused', 'refused');
      await openCalls()
        .update({ ends_by: formatTimeAgo(1000) })
        .eq('id', 'long ago');
      for (const id of ['settled', 'refused', 'long ago']) expect(await endCall(id)).toEqual([]);
      const { data } = await openCalls().select('id').not('checked_at', 'is', null);
      expect(data).toEqual([]);
    });

    describe('with the voice provider', () => {
      const PRIVATE_KEY = 'private-key-of-the-contract';
      let provider: VoiceProvider;
      let providerProxy: FaultProxy;
      beforeEach(async () => {
        provider = await startVoiceProvider({ publicKey: 'public-key', privateKey: PRIVATE_KEY });
        providerProxy = await startFaultProxy(provider.url);
        const keys = { VAPI_PUBLIC_KEY: 'public-key', VAPI_PRIVATE_KEY: PRIVATE_KEY };
        Object.assign(getEnv(), { ...keys, VAPI_API_URL: providerProxy.url });
      });
      afterEach(async () => {
        providerProxy.close();
        await provider.close();
        for (const name of ['VAPI_PUBLIC_KEY', 'VAPI_PRIVATE_KEY', 'VAPI_API_URL'])
          Reflect.deleteProperty(getEnv(), name);
      });

      const post = async (route: typeof postEnd, body: object) => {
        const response = await route(createPost('/api/call', body, { origin: SITE }));
        return (await response.json()) as { ok?: boolean; id?: string };
      };
      const dial = (id: string, assistantId = LANDING) => post(postCall, { id, assistantId });
      const end = (id: string) => post(postEnd, { id });
      const listCalls = async () => {
        const headers = { authorization: `Bearer ${PRIVATE_KEY}` };
        const answer = await fetch(`${provider.url}/call`, { headers });
        return (await answer.json()) as { id: string; status: string }[];
      };
      const listStates = async () => (await listCalls()).map(({ status }) => status);

      test.each([
        ['with the private key', PRIVATE_KEY],
        ['without it', undefined],
      ])('eight calls that are canceled at once leave every slot free, %s', async (_what, key) => {
        Object.assign(getEnv(), { VAPI_PRIVATE_KEY: key });
        const left = await Promise.all(
          Array.from({ length: 8 }, async () => {
            const id = crypto.randomUUID();
            await dial(id);
            return end(id);
          }),
        );
        expect(left).toEqual(Array(8).fill({ ok: true }));
        expect(await askFor(true)).toBeNull();
        expect(new Set(await listStates())).toEqual(new Set(['ended']));
      });

      test('a call that is left while the provider creates it is ended', async () => {
        Object.assign(getEnv(), { CALLS_AT_ONCE: 1, VAPI_ASSISTANT_ID: 'slow-request-en-instant' });
        const id = crypto.randomUUID();
        const call = dial(id, 'slow-request-en-instant');
        await waitForCondition(async () => (await listStates()).includes('queued'), 'the call');
        expect(await end(id)).toEqual({ ok: true });
        expect(await askFor(true)).toBe('calls_busy');
        expect(await call).toMatchObject({ ok: false, error: 'call_refused' });
        await waitForCondition(async () => (await askFor(true)) === null, 'the end of the call');
        expect(new Set(await listStates())).toEqual(new Set(['ended']));
      }, 20_000);

      test('a call whose creation was not answered is found and ended', async () => {
        Object.assign(providerProxy, { fault: 'reset after', onlyCall: 'POST /call/web' });
        providerProxy.faultShare = 1;
        expect(await dial(crypto.randomUUID())).toMatchObject({ error: 'provider_failed' });
        expect((await openCalls().select('counted').single()).data).toEqual({ counted: false });
        await reconcileCalls();
        const readCall = async () =>
          (await openCalls().select('counted, ended_at, lists_without').single()).data;
        // The request that failed has asked, too.
        const hasEnded = async () => Boolean((await readCall())?.ended_at);
        await waitForCondition(hasEnded, 'the end of the call');
        expect(await readCall()).toMatchObject({ counted: true, lists_without: null });
        expect(await listStates()).toEqual(['ended']);
      }, 20_000);

      test.each([
        ['whose creation could not be stored', { call_id: null, control_url: null }],
        ['whose end could not be stored', { ended_at: null }],
      ])(
        'a call %s is over once it is left (again)',
        async (_what, lost) => {
          const id = crypto.randomUUID();
          expect(await dial(id)).toMatchObject({ ok: true });
          if ('ended_at' in lost) await end(id);
          await openCalls().update(lost).eq('id', id);
          Reflect.deleteProperty(globalThis, Symbol.for('site.unknown-calls'));
          expect(await end(id)).toEqual({ ok: true });
          const hasEnded = async () =>
            (await openCalls().select('ended_at').single()).data?.ended_at !== null;
          await waitForCondition(hasEnded, 'the end of the call');
          expect(await listStates()).toEqual(['ended']);
        },
        20_000,
      );

      test('a call that was not answered, but goes on, is counted until its end', async () => {
        Object.assign(providerProxy, { fault: 'reset after', onlyCall: 'POST /call/web' });
        providerProxy.faultShare = 1;
        const id = crypto.randomUUID();
        expect(await dial(id)).toMatchObject({ error: 'provider_failed' });
        const [call] = await listCalls();
        await fetch(`${provider.url}/rooms/${call?.id}/joined`, { method: 'POST' });
        await reconcileCalls();
        const { data } = await openCalls().select('counted, ended_at, call_id').single();
        expect(data).toEqual({ counted: true, ended_at: null, call_id: call?.id });
        expect(await end(id)).toEqual({ ok: true });
        expect((await listCalls())[0]?.status).toBe('ended');
      }, 20_000);

      test('after an outage of an hour the next visitor can call', async () => {
        Object.assign(getEnv(), { CALLS_AT_ONCE: 2, CALLS_PER_DAY: 3 });
        const dialFive = async () => {
          const errors = [];
          for (let n = 0; n < 5; n += 1) errors.push(await dial(crypto.randomUUID()));
          return errors;
        };
        providerProxy.isDown = true;
        const before = providerProxy.receivedCalls;
        expect(await dialFive()).toMatchObject(Array(5).fill({ error: 'provider_failed' }));
        await reconcileCalls();
        expect(providerProxy.countsByCall.get('POST /call/web')).toBeUndefined();
        expect(providerProxy.receivedCalls).toBeGreaterThan(before + 1);
        expect(await askFor(false)).toBe('provider_failed');

        await makeOlder(HOUR);
        providerProxy.isDown = false;
        await reconcileCalls();
        expect(await dial(crypto.randomUUID())).toMatchObject({ ok: true });
        expect(await listDays()).toMatchObject([{ calls: 1 }]);
      });
    });

    test('the calls of a day add up', async () => {
      await takeCallsAtOnce(3);
      for (const [n, cost] of [0.1, 0.2, 0.3].entries())
        await settle(`t${n}`, 'over', { seconds: 60, cost });
      expect(await listDays()).toEqual([{ personal: false, calls: 3, seconds: 180, cost: 0.6 }]);
    });

    test('a call of yesterday is counted on the day it was made', async () => {
      await takeCall();
      const yesterday = formatTimeAgo(DAY).slice(0, 10);
      await makeOlder(DAY);
      await connect().from('call_days').insert({ day: yesterday, personal: false, calls: 1 });
      await settle('t0', 'over', { seconds: 60, cost: 1 });
      const { data } = await connect().from('call_days').select('day, seconds').order('day');
      expect(data).toEqual([
        { day: yesterday, seconds: 60 },
        { day: formatTimeAgo(0).slice(0, 10), seconds: 0 },
      ]);
    });

    test('the end of an unknown call changes nothing', async () => {
      expect(await settle('nobody', 'over', { seconds: 1, cost: 1 })).toBe(false);
      expect(await listDays()).toEqual([]);
    });

    test('the rows contain only a hash of the caller’s address', async () => {
      await takeCall({ address: '192.0.2.1' });
      await takeCall();
      const { data } = await openCalls().select('caller').order('id');
      expect(data).toEqual([{ caller: expect.stringMatching(/^[\w-]{27}$/) }, { caller: null }]);
      expect(JSON.stringify(data)).not.toContain('192.0.');
    });
  });
}
