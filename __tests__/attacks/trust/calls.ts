import { createDatabaseClient } from '@/lib/server/database/supabase';
import { findRandomFreePort } from '../../../scripts/test/test-site';
import { startVoiceProvider, type VoiceProvider } from '../../../local/voice/server';
import { waitForCondition } from '../../support/until';
import { KEEP_NOTHING } from '../../support/private-call';
import { type Answer, createAddress, createHeaders, runInParallel, send } from '../client';
import { type FaultProxy, startFaultProxy } from '../fault-proxy';
import { getTarget, printFigure, type Site } from '../target';

const KEYS = { publicKey: 'public-key', privateKey: 'private-key', orgId: 'org' };
const LANDING_ASSISTANT = 'demo-en-instant';
const PROSPECT_ASSISTANT = 'demo-cs-instant';
const DAILY_BUDGET = 60;
const CONCURRENCY = 64;

type CreatedCall = {
  id: string;
  status: string;
  assistantId: string;
  assistantOverrides: Record<string, unknown>;
};

/** Tests that no call starts but on our pages, and none beyond the budgets. */
export function testCalls(size: { dials: number; endings: number }): void {
  describe('calls', () => {
    let provider: VoiceProvider;
    /** Counts what the sites ask the provider. */
    let providerProxy: FaultProxy;
    let sites: [Site, Site];
    const startSite = (settings: Record<string, string> = {}) =>
      getTarget().start({
        VAPI_PUBLIC_KEY: KEYS.publicKey,
        VAPI_PRIVATE_KEY: KEYS.privateKey,
        VAPI_ORG_ID: KEYS.orgId,
        VAPI_ASSISTANT_ID: LANDING_ASSISTANT,
        VAPI_API_URL: providerProxy.url,
        CALLS_PER_DAY: String(DAILY_BUDGET),
        CALLS_AT_ONCE: '1000',
        ...settings,
      });
    const countCallsInBudget = async () => {
      const rows = await getTarget().database.runSql('select from public.calls where counted');
      return rows.length;
    };
    const resetBudgets = () => getTarget().database.runSql('delete from public.calls');
    const getSite = (index: number) => sites[index % 2] as Site;

    beforeAll(async () => {
      provider = await startVoiceProvider(KEYS);
      providerProxy = await startFaultProxy(provider.url);
      sites = [await startSite(), await startSite()];
      const { database } = getTarget();
      const prospects = [
        PROSPECT_ASSISTANT,
        'slow-request-instant',
        ...Object.keys(errorsByAssistant),
      ];
      await createDatabaseClient(database.url, database.secretKey)
        .from('decisionMakers')
        .insert(prospects.map((id) => ({ vapi_assistant_id: id })));
    });
    afterAll(() => {
      providerProxy?.close();
      return provider?.close();
    });
    beforeEach(resetBudgets);

    const post = (
      site: Site,
      path: string,
      body: object,
      headers: Record<string, string> = createHeaders(createAddress()),
    ) => send(`${site.url}/api/call${path}`, 'POST', headers, JSON.stringify(body));
    const dial = (
      site: Site,
      id: string = crypto.randomUUID(),
      more: object = {},
      address = createAddress(),
    ) => post(site, '', { id, assistantId: LANDING_ASSISTANT, ...more }, createHeaders(address));
    /** Creates a call and returns our id and the provider's. */
    const createCall = async (site = getSite(0)) => {
      const id = crypto.randomUUID();
      const { body } = await dial(site, id);
      const { pathname } = new URL((JSON.parse(body) as { webCallUrl: string }).webCallUrl);
      return { id, callId: pathname.replace('/rooms/', '') };
    };
    const end = (site: Site, id: string) => post(site, '/end', { id });
    /** Asks as a page does at its start: which refusal would a call get now? */
    const readRefusal = async (site: Site, assistant = LANDING_ASSISTANT) => {
      const { body } = await send(`${site.url}/api/call?assistant=${assistant}`, 'GET', {
        'sec-fetch-site': 'same-origin',
        'x-real-ip': createAddress(),
      });
      return (JSON.parse(body) as { refusal?: string | null }).refusal;
    };
    const listCreatedCalls = async (): Promise<CreatedCall[]> => {
      const headers = { authorization: `Bearer ${KEYS.privateKey}` };
      const answer = await fetch(`${provider.url}/call?limit=1000`, { headers });
      return ((await answer.json()) as CreatedCall[]).reverse();
    };
    /** How many requests about a call have reached the provider. */
    const countProviderRequests = (callId: string) =>
      providerProxy.countsByCall.get(`GET /call/${callId}`) ?? 0;
    /** Counts the calls that the provider creates meanwhile. */
    const countCallsDuring = async <Result>(attack: () => Promise<Result>) => {
      const before = (await listCreatedCalls()).length;
      const answers = await attack();
      return { answers, calls: (await listCreatedCalls()).length - before };
    };
    test('there is no call without a valid request', async () => {
      const requests: Record<string, object> = {
        'no id': { id: undefined },
        'an id that anyone can guess': { id: '1' },
        'the caller’s own assistant': { assistant: { name: 'mine' }, assistantId: undefined },
      };
      for (const [what, body] of Object.entries(requests)) {
        const { calls, answers } = await countCallsDuring(() =>
          runInParallel(20, 20, (index) => dial(getSite(index), crypto.randomUUID(), body)),
        );
        printFigure(what, `${calls} calls in 20 tries`);
        expect(answers.map(readErrorCode)).toEqual(Array(20).fill('invalid'));
        expect(calls).toBe(0);
      }
    });

    test('64 simultaneous dials with one id make one call, and later ones none', async () => {
      const id = crypto.randomUUID();
      const { calls, answers } = await countCallsDuring(() =>
        runInParallel(64, 64, (index) => dial(getSite(index), id)),
      );
      printFigure('one id, 64 at once over two instances', `${calls} call`);
      expect(calls).toBe(1);
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      await end(getSite(0), id);
      const replayed = await dial(getSite(1), id);
      expect(readErrorCode(replayed)).toBe('call_refused');
      expect(replayed.body).not.toContain('webCallUrl');
    });

    test('an id whose end came first makes no call', async () => {
      const id = crypto.randomUUID();
      const { calls } = await countCallsDuring(async () => {
        expect((await end(getSite(0), id)).status).toBe(200);
        expect(readErrorCode(await dial(getSite(1), id))).toBe('call_refused');
      });
      expect(calls).toBe(0);
    });

    test('ends of unknown ids fill neither the table nor a budget', async () => {
      const { database } = getTarget();
      await database.runSql(`insert into public.calls (id, personal, counted, ends_by, ended_at)
        select 'end ' || n, false, false, now(), now() from generate_series(1, 950) as n`);
      await runInParallel(200, CONCURRENCY, (index) => end(getSite(index), crypto.randomUUID()));
      const rows = await database.runSql('select from public.calls');
      printFigure('1150 ends of unknown ids', `${rows.length} rows`);
      expect(rows.length).toBeLessThanOrEqual(1000 + CONCURRENCY);
      expect(await countCallsInBudget()).toBe(0);
      expect((await dial(getSite(0))).status).toBe(201);
    });

    test('an unknown assistant and a foreign origin get no call', async () => {
      const { calls } = await countCallsDuring(async () => {
        const stranger = { assistantId: 'somebody-elses' };
        expect(readErrorCode(await dial(getSite(0), crypto.randomUUID(), stranger))).toBe(
          'unknown_assistant',
        );
        for (const path of ['', '/end']) {
          const foreignHeaders = createHeaders(createAddress(), 'https://evil.example');
          const body = { id: crypto.randomUUID(), assistantId: LANDING_ASSISTANT };
          const answer = await post(getSite(1), path, body, foreignHeaders);
          expect(readErrorCode(answer)).toBe('forbidden');
        }
      });
      printFigure('unknown assistant, foreign origin', `${calls} calls`);
      expect(calls).toBe(0);
    });

    test('of the request body only the assistant id reaches the provider', async () => {
      const overrides = { maxDurationSeconds: 43_200, firstMessage: 'Hi', metadata: { a: 1 } };
      const id = crypto.randomUUID();
      const answer = await dial(getSite(0), id, {
        assistantOverrides: overrides,
        assistant: { model: 'mine' },
        squadId: 'squad',
      });
      expect(answer.status).toBe(201);
      const last = (await listCreatedCalls()).at(-1);
      expect(last?.assistantOverrides).toEqual({
        maxDurationSeconds: 300,
        clientMessages: expect.arrayContaining(['transcript', 'tool-calls-result']),
        metadata: { requestId: expect.any(String), callId: id },
        ...KEEP_NOTHING,
      });
      expect(answer.body).not.toMatch(/key|jwt|eyJ|org/i);
    });

    test(`the daily budget is exact over ${size.dials} dials at two instances`, async () => {
      const ids = Array.from({ length: size.dials / 5 }, () => crypto.randomUUID());
      // Each id five times, from as many addresses.
      const { calls, answers } = await countCallsDuring(() =>
        runInParallel(size.dials, CONCURRENCY, (index) => {
          const turn = index % ids.length;
          return dial(getSite(index), ids[turn], {
            assistantId: turn % 3 ? LANDING_ASSISTANT : PROSPECT_ASSISTANT,
          });
        }),
      );
      const landingCalls = (await listCreatedCalls())
        .slice(-calls)
        .filter((call) => call.assistantId === LANDING_ASSISTANT);
      printFigure(
        'flood from many addresses',
        `${calls} of ${size.dials} dials, ${landingCalls.length} of them ours`,
      );
      expect(calls).toBe(DAILY_BUDGET);
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(DAILY_BUDGET);
      expect(landingCalls.length).toBeLessThanOrEqual((DAILY_BUDGET / 3) * 2);
      expect(await readRefusal(getSite(0), PROSPECT_ASSISTANT)).toBe('calls_spent');
    });

    test('a flood from one address makes five calls', async () => {
      const address = createAddress();
      const { calls } = await countCallsDuring(() =>
        runInParallel(20, 20, (index) => dial(getSite(index), undefined, {}, address)),
      );
      printFigure('flood from one address', `${calls} of 20 dials`);
      expect(calls).toBe(5);
    });

    test.each(Object.entries(errorsByAssistant))(
      '%s gets its error, and uses no budget of the day',
      async (id, error) => {
        const answer = await dial(getSite(0), undefined, { assistantId: id });
        printFigure(`provider: ${id}`, `${answer.status} ${readErrorCode(answer)}`);
        expect(readErrorCode(answer)).toBe(error);
        expect(await countCallsInBudget()).toBe(0);
      },
    );

    test('an outage of the provider for an hour spends nothing, and ends with it', async () => {
      const site = await startSite({ CALLS_AT_ONCE: '8' });
      providerProxy.isDown = true;
      const dialOften = () => runInParallel(40, 8, () => dial(site));
      const errors = (await dialOften()).map(readErrorCode);
      expect(new Set(errors)).toEqual(new Set(['provider_failed']));
      expect(await countCallsInBudget()).toBe(0);
      const { database } = getTarget();
      await database.runSql("update public.calls set created_at = created_at - interval '1 hour'");
      expect(readErrorCode(await dial(site))).toBe('provider_failed');

      providerProxy.isDown = false;
      const isUp = async () => (await dial(site)).status === 201;
      await waitForCondition(isUp, 'a call after the outage', 60);
      printFigure('provider down for an hour', '40 dials, 0 of the budget');
      await site.terminate();
    }, 90_000);

    test('a slow provider makes one call', async () => {
      const { calls, answers } = await countCallsDuring(() =>
        dial(getSite(0), undefined, { assistantId: 'slow-request-instant' }),
      );
      printFigure('provider: slow', `${calls} call`);
      expect(answers.status).toBe(201);
      expect(calls).toBe(1);
    });

    test('only the id of the call or the provider’s secret frees its slot', async () => {
      const singleSlotSite = await startSite({ CALLS_AT_ONCE: '1', VAPI_WEBHOOK_SECRET: 'secret' });
      const isBusy = async () => readErrorCode(await dial(singleSlotSite)) === 'calls_busy';
      const hangUp = (id: string) => fetch(`${provider.url}/rooms/${id}/left`, { method: 'POST' });
      const report = (secret: string, callId: unknown) =>
        post(
          singleSlotSite,
          '/ended',
          {
            message: {
              type: 'end-of-call-report',
              call: { assistantOverrides: { metadata: { callId } } },
              durationSeconds: 30,
              cost: 0.05,
            },
          },
          { 'content-type': 'application/json', 'x-vapi-secret': secret },
        );

      const first = await createCall(singleSlotSite);
      expect(await isBusy()).toBe(true);
      // Another id, the provider's, a report without the secret or of another call.
      expect((await end(singleSlotSite, crypto.randomUUID())).status).toBe(200);
      expect((await end(singleSlotSite, first.callId)).status).toBe(200);
      expect(readErrorCode(await report('wrong', first.id))).toBe('forbidden');
      expect((await report('secret', crypto.randomUUID())).status).toBe(200);
      expect(await isBusy()).toBe(true);

      await hangUp(first.callId);
      expect((await end(singleSlotSite, first.id)).status).toBe(200);

      // Reporting a call as over while it is live ends it.
      const second = await createCall(singleSlotSite);
      await fetch(`${provider.url}/rooms/${second.callId}/joined`, { method: 'POST' });
      expect(await isBusy()).toBe(true);
      expect((await end(singleSlotSite, second.id)).status).toBe(200);
      expect((await end(singleSlotSite, second.id)).status).toBe(200);
      const last = (await listCreatedCalls()).at(-1);
      expect(last).toMatchObject({ id: second.callId, status: 'ended' });
      expect(countProviderRequests(second.callId)).toBe(2);
      expect((await report('secret', second.id)).status).toBe(200);
      const [day] = await getTarget().database.runSql(
        'select sum(seconds)::integer as seconds, sum(cost)::float as cost from public.call_days',
      );
      expect(day).toEqual({ seconds: 30, cost: 0.05 });
      expect((await dial(singleSlotSite)).status).toBe(201);
      await singleSlotSite.terminate();
    });

    test('calls canceled at once leave every slot free', async () => {
      const site = await startSite({ CALLS_AT_ONCE: '8' });
      const impatientVisitors = 8;
      await runInParallel(impatientVisitors, impatientVisitors, async () => {
        const { id } = await createCall(site);
        expect((await end(site, id)).status).toBe(200);
      });
      const states = (await listCreatedCalls()).slice(-impatientVisitors);
      expect(states.map(({ status }) => status)).toEqual(Array(impatientVisitors).fill('ended'));
      const next = await dial(site);
      printFigure('Start and Cancel, 8 visitors', `the next visitor gets ${next.status}`);
      expect(next.status).toBe(201);
      await site.terminate();
    });

    test('a call that the provider does not end keeps its slot', async () => {
      const site = await startSite({ CALLS_AT_ONCE: '1' });
      const { id, callId } = await createCall(site);
      providerProxy.fault = '503';
      providerProxy.onlyCall = `POST /call/${callId}/control`;
      providerProxy.faultShare = 1;
      expect((await end(site, id)).status).toBe(200);
      providerProxy.faultShare = 0;
      const next = await dial(site);
      printFigure('the provider refuses to end a call', readErrorCode(next) ?? 'no error');
      expect(readErrorCode(next)).toBe('calls_busy');
      await site.terminate();
    });

    const reportEndRepeatedly = async (times: number) => {
      const call = await createCall();
      const answers = await runInParallel(times, CONCURRENCY, (index) =>
        end(getSite(index), call.id),
      );
      expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
      return call;
    };

    test('repeated reports of a left call end it once in two seconds', async () => {
      const startedAt = performance.now();
      const { callId } = await reportEndRepeatedly(size.endings);
      const claims = Math.ceil((performance.now() - startedAt) / 2000);
      printFigure(
        'one id',
        `${countProviderRequests(callId)} requests to the provider after ${size.endings} posts`,
      );
      // One before and one after each request to end it.
      expect(countProviderRequests(callId)).toBeGreaterThanOrEqual(2);
      expect(countProviderRequests(callId)).toBeLessThanOrEqual(2 * claims);
      // Ids that made no call.
      const before = providerProxy.forwardedCalls;
      await runInParallel(20, 20, (index) => end(getSite(index), crypto.randomUUID()));
      expect(providerProxy.forwardedCalls).toBe(before);
    });

    test('without the database no call is created', async () => {
      const settings = { SUPABASE_URL: `http://127.0.0.1:${await findRandomFreePort()}` };
      const sitesWithoutDatabase = [await startSite(settings), await startSite(settings)] as const;
      const { calls, answers } = await countCallsDuring(() =>
        runInParallel(100, 16, (index) => dial(sitesWithoutDatabase[index % 2 === 0 ? 0 : 1])),
      );
      printFigure('flood without a database', `${calls} of 100 at two instances`);
      expect(calls).toBe(0);
      expect(answers.map(readErrorCode)).toEqual(Array(100).fill('unavailable'));
      for (const assistant of [LANDING_ASSISTANT, PROSPECT_ASSISTANT])
        expect(await readRefusal(sitesWithoutDatabase[0], assistant)).toBe('unavailable');
      await Promise.all(sitesWithoutDatabase.map(({ terminate }) => terminate()));
    });

    test('a database without the claim lets more requests through', async () => {
      await getTarget().database.runSql(`create or replace function public.end_call(id text)
        returns table (call_id text, control_url text) language sql
        as 'select c.call_id, c.control_url from public.calls as c
        where c.id = $1 and c.call_id is not null'`);
      const { callId } = await reportEndRepeatedly(40);
      printFigure(
        'without end_call',
        `${countProviderRequests(callId)} requests to the provider after 40 posts`,
      );
      expect(countProviderRequests(callId)).toBeGreaterThan(2);
    });

    test('a database without the lock and budgets lets more calls through', async () => {
      await getTarget().database.runSql(`create or replace function public.take_call(id text,
        assistant_id text, caller text, personal boolean, max_seconds integer, budgets jsonb)
        returns text language sql as 'select null::text'`);
      const id = crypto.randomUUID();
      const { calls } = await countCallsDuring(() =>
        runInParallel(64, 64, (index) => dial(getSite(index), id)),
      );
      printFigure('without take_call', `${calls} calls with one id`);
      expect(calls).toBeGreaterThan(1);
    });
  });
}

/** The error of each assistant of the local provider; `provider.test.ts` has the others. */
const errorsByAssistant: Readonly<Record<string, string>> = {
  'payment-required-instant': 'provider_quota',
  'unreachable-instant': 'provider_failed',
  'server-error-instant': 'provider_failed',
};

const readErrorCode = ({ body }: Answer) => (JSON.parse(body || '{}') as { error?: string }).error;
