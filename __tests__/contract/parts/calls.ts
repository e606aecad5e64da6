import { createPost } from '@/__tests__/lib/server/create-post';
import { changeSettings } from '@/__tests__/lib/server/settings';
import { GET as getConfig, POST as postCall } from '@/app/api/call/route';
import { POST as postEnd } from '@/app/api/call/end/route';
import { takeCall as takeCallOf } from '@/lib/server/call/call-requests';
import { settleCall, reconcileCalls } from '@/lib/server/call/call-records';
import type { Tables } from '@/lib/server/database/schema.generated';
import {
  dropAnswer,
  dropConnection,
  forwardAll,
  type NetworkProxy,
  startProxy,
} from '../../support/network';
import { startVoiceProvider, type VoiceProvider } from '../../../local/voice/server';
import type { TestDatabaseProxy } from '../database-proxy';
import { waitForCondition } from '../../support/until';
import { DAY, formatTimeAgo, HOUR, MINUTE } from '../outbox';

const LANDING = 'demo-en';
const PROSPECT = 'demo-cs';

/** Tests the budgets of calls, which all instances share. */
export function describeCalls(proxy: TestDatabaseProxy) {
  describe('the budgets of calls', () => {
    const { connect } = proxy;
    const openCalls = () => connect().from('calls');
    const readCall = async () => (await openCalls().select().single().throwOnError()).data;
    const listDays = async () =>
      (await connect().from('call_days').select('personal, calls, seconds, cost').order('personal'))
        .data;
    const allow = (perDay: number, atOnce = 1000) =>
      changeSettings({ CALLS_PER_DAY: perDay, CALLS_AT_ONCE: atOnce });

    type Facts = { personal?: boolean; address?: string };
    /** Takes a call; with null it only asks. */
    const takeId = async (id: string | null, { personal = false, address }: Facts = {}) => {
      const headers = new Headers(address ? { 'x-real-ip': address } : {});
      const call = personal ? { assistantId: PROSPECT, link: {} } : { assistantId: LANDING };
      const request = new Request('http://localhost/', { headers });
      return (await takeCallOf(request, { id, ...call })).refusal;
    };
    let callCount = 0;
    const takeCall = (facts?: Facts) => takeId(`t${callCount++}`, facts);
    const takeCallsAtOnce = (count: number, facts?: Facts) =>
      Promise.all(Array.from({ length: count }, () => takeCall(facts)));
    const askFor = (personal: boolean, address = '') => takeId(null, { personal, address });
    const expectAllowed = (
      results: readonly (string | null)[],
      allowed: number,
      ...refusals: string[]
    ) => {
      const refused = results.filter((result) => result !== null);
      expect(results.length - refused.length).toBe(allowed);
      expect([...new Set(refused)]).toEqual(refusals);
    };
    const settle = async (...facts: Parameters<typeof settleCall>) =>
      (await settleCall(...facts)).data;
    const endCall = async (id: string) => (await connect().rpc('end_call', { id })).data;
    const updateCalls = (values: Partial<Tables['calls']>) =>
      openCalls().update(values).neq('id', '');
    const makeOlder = (ms: number) => updateCalls({ created_at: formatTimeAgo(ms) });

    beforeEach(async () => {
      callCount = 0;
      changeSettings({ TRUSTED_IP_HEADER: 'x-real-ip', VAPI_ASSISTANT_ID: LANDING });
      await connect().from('decisionMakers').insert({ vapi_assistant_id: PROSPECT });
    });
    afterEach(() =>
      expect(proxy.logged.filter((text) => text.includes('not counted'))).toEqual([]),
    );

    proxy.testEverywhere('allow one of 64 simultaneous calls with one id', async () => {
      const tries = Array.from({ length: 64 }, () => takeId('same'));
      expectAllowed(await Promise.all(tries), 1, 'call_refused');
      expect(await readCall()).toMatchObject({ id: 'same', assistant_id: LANDING });
      expect(await listDays()).toEqual([{ personal: false, calls: 1, seconds: 0, cost: 0 }]);
    });

    test('a third of the daily calls is reserved for the assistants of prospects', async () => {
      allow(20);
      expectAllowed(await takeCallsAtOnce(40), 14, 'calls_spent');
      expect(await askFor(false)).toBe('calls_spent');
      expect(await askFor(true)).toBeNull();
      expectAllowed(await takeCallsAtOnce(40, { personal: true }), 6, 'calls_spent');
      expect(await askFor(true)).toBe('calls_spent');
      expect(await listDays()).toMatchObject([
        { personal: false, calls: 14 },
        { personal: true, calls: 6 },
      ]);
      await makeOlder(DAY - MINUTE);
      expect(await askFor(true)).toBe('calls_spent');
      await makeOlder(DAY + 1000);
      expect(await takeCall()).toBeNull();
    });

    test('prospects’ calls don’t count against the landing page’s share', async () => {
      allow(3);
      expect(await takeCall({ personal: true })).toBeNull();
      expectAllowed(await takeCallsAtOnce(5), 2, 'calls_spent');
    });

    test('a page asks for its assistant', async () => {
      changeSettings({ VAPI_PUBLIC_KEY: 'public-key' });
      const ask = async (query: string) => {
        const answer = await getConfig(new Request(`http://localhost/api/call${query}`));
        return ((await answer.json()) as { refusal: string | null }).refusal;
      };
      allow(3);
      await takeCallsAtOnce(2);
      expect(await ask('')).toBe('calls_spent');
      expect(await ask(`?assistant=${LANDING}`)).toBe('calls_spent');
      expect(await ask(`?assistant=${PROSPECT}`)).toBeNull();
      expect(await ask('?assistant=nobody')).toBe('unknown_assistant');
      await connect().from('decisionMakers').insert({ vapi_assistant_id: LANDING });
      expect(await ask(`?assistant=${LANDING}`)).toBeNull();
      expect(await ask('')).toBe('calls_spent');
    });

    test('allow each address 5 calls an hour and 10 a day', async () => {
      allow(60);
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

    proxy.testEverywhere('limit concurrent calls, and an ended call frees a slot', async () => {
      expectAllowed(await takeCallsAtOnce(30), 8, 'calls_busy');
      expect(await askFor(true)).toBe('calls_busy');
      const { data } = await openCalls().select('id').limit(1).single();
      expect(await settle(data?.id ?? '', 'over')).toBe(false);
      expect(await askFor(true)).toBeNull();
      expectAllowed(await takeCallsAtOnce(10), 1, 'calls_busy');
    });

    test('a call without a reported end is over a minute after its maximum length', async () => {
      allow(60, 1);
      await takeCall();
      const { created_at, ends_by } = await readCall();
      expect(Date.parse(ends_by) - Date.parse(created_at)).toBe((300 + 60) * 1000);
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
      allow(1, 1);
      const caller = { address: '192.0.2.1' };
      for (const id of ['a', 'b', 'c', 'd', 'e']) {
        expect(await takeId(id, caller)).toBeNull();
        for (const fate of ['refused', 'refused', 'created'] as const) await settle(id, fate);
      }
      expect(await listDays()).toEqual([{ personal: false, calls: 0, seconds: 0, cost: 0 }]);
      expect(await takeId('a', caller)).toBe('call_refused');
      expect(await takeCall(caller)).toBeNull();
      expect(await takeCall(caller)).toBe('calls_spent');
    });

    test('an unknown call holds a slot until its end, and no budget', async () => {
      allow(60, 6);
      const caller = { address: '192.0.2.1' };
      expectAllowed(await takeCallsAtOnce(5, caller), 5);
      for (const n of [0, 1, 2, 3, 4]) await settle(`t${n}`, 'unknown');
      expect(await listDays()).toMatchObject([{ calls: 0 }]);
      expect(await takeCall(caller)).toBeNull();
      expect(await askFor(true)).toBe('provider_failed');
      expect(await takeCall({ personal: true })).toBe('provider_failed');
      allow(60, 1);
      expect(await askFor(true)).toBe('calls_busy');
      await updateCalls({ ends_by: formatTimeAgo(1000) });
      expect(await askFor(false)).toBeNull();
      expect(await takeCall()).toBeNull();
    });

    test('an unknown call is free once a second list, a minute later, lacks it', async () => {
      allow(60, 1);
      await takeCall();
      await settle('t0', 'unknown');
      for (let n = 0; n < 3; n += 1) await settle('t0', 'missing');
      expect(await askFor(false)).toBe('provider_failed');
      await makeOlder(2 * MINUTE);
      await settle('t0', 'unknown');
      await settle('t0', 'missing');
      expect(await askFor(false)).toBe('provider_failed');
      await settle('t0', 'missing');
      expect(await askFor(false)).toBeNull();
      expect(await listDays()).toMatchObject([{ calls: 0 }]);
    });

    test.each(['created', 'over'] as const)(
      'an unknown call that turns out to be %s is counted',
      async (state) => {
        await takeCall();
        for (const fate of ['unknown', state, 'missing'] as const) await settle('t0', fate);
        expect(await listDays()).toMatchObject([{ calls: 1 }]);
        expect(await readCall()).toMatchObject({ state });
      },
    );

    test('a call whose report came before the answer is known', async () => {
      await takeCall();
      await settle('t0', 'over', { seconds: 60, cost: 1 });
      for (const state of ['unknown', 'missing', 'refused'] as const) await settle('t0', state);
      expect(await listDays()).toEqual([{ personal: false, calls: 1, seconds: 60, cost: 1 }]);
    });

    test('add up the fullest report of each call, even after the browser’s', async () => {
      await takeCall();
      await takeCall({ personal: true });
      await takeCall();
      expect(await settle('t0', 'over')).toBe(false);
      const readFirst = async () => (await openCalls().select().eq('id', 't0').single()).data;
      const first = await readFirst();
      expect(first).toMatchObject({ state: 'over', seconds: null, cost: null });

      const reports = [0.3, 0.1, 0.2].map((cost) =>
        settle('t0', 'over', { seconds: 100 * cost, cost }),
      );
      expect(await Promise.all(reports)).toEqual([false, false, false]);
      expect(await readFirst()).toEqual({ ...first, seconds: 30, cost: 0.3 });

      expect(await settle('t1', 'over', { seconds: 100, cost: 1.5 })).toBe(false);
      await settle('t2', 'over', { seconds: 60, cost: 0.6 });
      expect(await listDays()).toEqual([
        { personal: false, calls: 2, seconds: 90, cost: 0.9 },
        { personal: true, calls: 1, seconds: 100, cost: 1.5 },
      ]);
    });

    test('a call of yesterday is counted on the day it was made', async () => {
      await takeCall();
      const [yesterday, today] = [DAY, 0].map((ms) => formatTimeAgo(ms).slice(0, 10));
      await makeOlder(DAY);
      await connect()
        .from('call_days')
        .insert({ day: yesterday ?? '', personal: false, calls: 1 });
      await settle('t0', 'over', { seconds: 60, cost: 1 });
      const { data } = await connect().from('call_days').select('day, seconds').order('day');
      expect(data).toEqual([
        { day: yesterday, seconds: 60 },
        { day: today, seconds: 0 },
      ]);
    });

    test('the rows contain only a hash of the caller’s address', async () => {
      await takeCall({ address: '192.0.2.1' });
      expect((await readCall()).caller).toMatch(/^[\w-]{27}$/);
    });

    const handle = { call_id: 'call-1', control_url: 'https://control.example' };
    const sendEnd = async () =>
      (await postEnd(createPost('/api/call/end', { id: crypto.randomUUID() }))).status;

    test('let one of 64 requests within two seconds end a call that was left', async () => {
      await takeId('left');
      expect(await settle('left', 'created', handle)).toBe(false);
      const startedAt = performance.now();
      const answers = await Promise.all(Array.from({ length: 64 }, () => endCall('left')));
      const claims = Math.ceil((performance.now() - startedAt) / 2000);
      expect(answers).toContainEqual([handle]);
      expect(answers.flat().length).toBeLessThanOrEqual(claims);
      const time = expect.any(String) as string;
      expect(await readCall()).toMatchObject({ checked_at: time, left_at: time, state: 'created' });
      // The end could not be stored.
      await updateCalls({ checked_at: formatTimeAgo(2500) });
      expect(await endCall('left')).toEqual([handle]);
      expect(await endCall('left')).toEqual([]);
      expect(await settle('left', 'over')).toBe(true);
      expect(await readCall()).toMatchObject({ call_id: null, control_url: null, state: 'over' });
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
      expect(await takeId('unused', { personal: true, address: '192.0.2.1' })).toBe('call_refused');
      expect(await settle('unused', 'created', handle)).toBe(false);
      expect(await settle('nobody', 'over', { seconds: 1, cost: 1 })).toBe(false);
      expect(await endCall('unused')).toEqual([]);
      expect(await readCall()).toMatchObject({ caller: null, state: 'early', call_id: null });
      expect(await listDays()).toEqual([]);
      allow(1, 1);
      expect(await takeCall({ personal: true })).toBeNull();
    });

    test('ends without a call are kept for ten minutes, a thousand at most', async () => {
      const now = formatTimeAgo(0);
      const end = { personal: false, state: 'early', ends_by: now };
      const ends = Array.from({ length: 999 }, (_, n) => ({ ...end, id: `end ${n}` }));
      await openCalls().insert(ends);
      expect(await endCall('one more')).toEqual([]);
      expect(await endCall('too many')).toBeNull();
      expect(await sendEnd()).toBe(503);
      expect(await takeId('too many')).toBeNull();
      expect(await endCall('too many')).toEqual([]);
      const listFirst = async () =>
        (await openCalls().select('id').in('id', ['one more', 'end 1'])).data;
      const makeFirstOlder = (ms: number) =>
        openCalls()
          .update({ created_at: formatTimeAgo(ms) })
          .eq('id', 'one more');
      await makeFirstOlder(9 * MINUTE);
      await endCall('again');
      expect(await listFirst()).toHaveLength(2);
      await makeFirstOlder(10 * MINUTE);
      expect(await endCall('and again')).toEqual([]);
      expect(await listFirst()).toEqual([{ id: 'end 1' }]);
    });

    test('leaving and counting at the same time leave no call that no one ends', async () => {
      const ids = Array.from({ length: 40 }, (_, n) => `race ${n}`);
      allow(1000);
      const outcomes = await Promise.all(
        ids.map(async (id, n) => {
          const take = () => takeId(id, { personal: n % 3 > 0 });
          // Every other call is counted before it is left.
          const taken = n % 2 ? await take() : undefined;
          const left = endCall(id);
          if ((taken === undefined ? await take() : taken) !== null) return 'no call';
          const mustEnd = await settle(id, 'created', handle);
          return mustEnd || (await left)?.length ? 'ended' : 'forgotten';
        }),
      );
      expect(outcomes).toContain('ended');
      expect(outcomes).not.toContain('forgotten');
    });

    test('a call that is over, refused or long past is not ended', async () => {
      const ids = ['settled', 'refused', 'long ago'];
      for (const id of ids) {
        await takeId(id);
        await settle(id, 'created', handle);
      }
      await settle('settled', 'over');
      await settle('refused', 'refused');
      await openCalls()
        .update({ ends_by: formatTimeAgo(1000) })
        .eq('id', 'long ago');
      for (const id of ids) expect(await endCall(id)).toEqual([]);
      const { data } = await openCalls().select('id').not('checked_at', 'is', null);
      expect(data).toEqual([]);
    });

    describe('with the voice provider', () => {
      const PRIVATE_KEY = 'private-key-of-the-contract';
      let provider: VoiceProvider;
      let providerProxy: NetworkProxy;
      beforeEach(async () => {
        provider = await startVoiceProvider({ publicKey: 'public-key', privateKey: PRIVATE_KEY });
        providerProxy = await startProxy(() => provider.url);
        const keys = { VAPI_PUBLIC_KEY: 'public-key', VAPI_PRIVATE_KEY: PRIVATE_KEY };
        changeSettings({ ...keys, VAPI_API_URL: providerProxy.url });
      });
      afterEach(async () => {
        providerProxy.close();
        await provider.close();
      });

      const post = async (route: typeof postEnd, body: object) =>
        (await (await route(createPost('/api/call', body))).json()) as { ok?: boolean };
      const dial = (id: string, assistantId = LANDING) => post(postCall, { id, assistantId });
      const end = (id: string) => post(postEnd, { id });
      const loseAnswers = () => {
        providerProxy.handle = (exchange) =>
          exchange.call === 'POST /call/web' ? dropAnswer(exchange) : exchange.forward();
      };
      const listCalls = async () => {
        const headers = { authorization: `Bearer ${PRIVATE_KEY}` };
        const answer = await fetch(`${provider.url}/call`, { headers });
        return (await answer.json()) as { id: string; status: string }[];
      };
      const listStates = async () => (await listCalls()).map(({ status }) => status);
      const waitForEnd = () =>
        waitForCondition(async () => (await readCall()).state === 'over', 'the end of the call');

      test.each([
        ['with the private key', PRIVATE_KEY],
        ['without it', undefined],
      ])('eight calls that are canceled at once leave every slot free, %s', async (_what, key) => {
        changeSettings({ VAPI_PRIVATE_KEY: key });
        const left = Array.from({ length: 8 }, async () => {
          const id = crypto.randomUUID();
          await dial(id);
          return end(id);
        });
        expect(await Promise.all(left)).toEqual(Array(8).fill({ ok: true }));
        expect(await askFor(true)).toBeNull();
        expect(new Set(await listStates())).toEqual(new Set(['ended']));
      });

      test('a call that is left while the provider creates it is ended', async () => {
        allow(60, 1);
        changeSettings({ VAPI_ASSISTANT_ID: 'slow-request-en' });
        const id = crypto.randomUUID();
        const call = dial(id, 'slow-request-en');
        await waitForCondition(async () => (await listStates()).includes('queued'), 'the call');
        expect(await end(id)).toEqual({ ok: true });
        expect(await askFor(true)).toBe('calls_busy');
        expect(await call).toMatchObject({ ok: false, error: 'call_refused' });
        await waitForEnd();
        expect(await askFor(true)).toBeNull();
        expect(new Set(await listStates())).toEqual(new Set(['ended']));
      });

      test('a call that the provider refuses is not counted', async () => {
        changeSettings({ VAPI_ASSISTANT_ID: 'payment-required' });
        const answer = await dial(crypto.randomUUID(), 'payment-required');
        expect(answer).toMatchObject({ error: 'provider_quota' });
        expect(await readCall()).toMatchObject({ state: 'refused' });
        expect(await listDays()).toMatchObject([{ calls: 0 }]);
      });

      test('a call whose count was not answered is not created, and uncounted', async () => {
        proxy.answersToDrop = 1;
        expect(await dial(crypto.randomUUID())).toMatchObject({ error: 'unavailable' });
        await waitForCondition(async () => (await readCall()).state === 'refused', 'the end');
        expect(await listDays()).toMatchObject([{ calls: 0 }]);
        expect(await listCalls()).toEqual([]);
        proxy.logged = [];
      });

      test('a call whose creation was not answered is found and ended', async () => {
        loseAnswers();
        expect(await dial(crypto.randomUUID())).toMatchObject({ error: 'provider_failed' });
        // The request that failed asks, too.
        await waitForEnd();
        expect(await listStates()).toEqual(['ended']);
      });

      test('a call of which nothing is stored after it was counted does not count', async () => {
        await takeCall();
        await reconcileCalls();
        expect(await readCall()).toMatchObject({ state: 'taken' });
        await makeOlder(2 * MINUTE);
        await reconcileCalls();
        expect(await readCall()).toMatchObject({ state: 'refused' });
        expect(await listDays()).toMatchObject([{ calls: 0 }]);
      });

      test('a call that was not answered, but goes on, is counted until its end', async () => {
        loseAnswers();
        changeSettings({ VAPI_PRIVATE_KEY: undefined });
        const id = crypto.randomUUID();
        expect(await dial(id)).toMatchObject({ error: 'provider_failed' });
        const [call] = await listCalls();
        await fetch(`${provider.url}/rooms/${call?.id}/joined`, { method: 'POST' });
        changeSettings({ VAPI_PRIVATE_KEY: PRIVATE_KEY });
        await settle(id, 'unknown');
        await reconcileCalls();
        expect(await readCall()).toMatchObject({ state: 'created', call_id: call?.id });
        expect(await end(id)).toEqual({ ok: true });
        expect(await listStates()).toEqual(['ended']);
      });

      test('unknown calls are looked up by assistant, over all their times', async () => {
        loseAnswers();
        changeSettings({ VAPI_PRIVATE_KEY: undefined });
        const newId = () => crypto.randomUUID();
        const [first, other, last] = [newId(), newId(), newId()];
        await dial(first);
        await dial(other, PROSPECT);
        await dial(last);
        for (const id of [first, other, last]) await settle(id, 'unknown');
        // A second list without it would give it up.
        await settle(other, 'missing');
        await makeOlder(2 * MINUTE);
        await openCalls()
          .update({ created_at: formatTimeAgo(HOUR) })
          .eq('id', first);
        changeSettings({ VAPI_PRIVATE_KEY: PRIVATE_KEY });
        await reconcileCalls();
        const { data } = await openCalls().select('state').throwOnError();
        expect(data).toEqual(Array(3).fill({ state: 'over' }));
      });

      test.each([
        ['whose creation could not be stored', { call_id: null, control_url: null }],
        ['whose end could not be stored', { state: 'created' }],
      ])('a call %s is over once it is left (again)', async (_what, lost) => {
        const id = crypto.randomUUID();
        expect(await dial(id)).toMatchObject({ ok: true });
        if ('state' in lost) await end(id);
        await updateCalls(lost);
        expect(await end(id)).toEqual({ ok: true });
        await waitForEnd();
        expect(await listStates()).toEqual(['ended']);
      });

      test('after an outage of an hour the next visitor can call', async () => {
        allow(3, 2);
        providerProxy.handle = dropConnection;
        for (let n = 0; n < 5; n += 1)
          expect(await dial(crypto.randomUUID())).toMatchObject({ error: 'provider_failed' });
        await reconcileCalls();
        expect(await askFor(false)).toBe('provider_failed');

        await makeOlder(HOUR);
        providerProxy.handle = forwardAll;
        await reconcileCalls();
        expect(await dial(crypto.randomUUID())).toMatchObject({ ok: true });
        expect(await listDays()).toMatchObject([{ calls: 1 }]);
      });
    });
  });
}
