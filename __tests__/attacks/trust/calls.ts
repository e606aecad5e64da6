import { createDatabaseClient } from '@/lib/server/database/supabase';
import type { Instance } from '../../../scripts/test/test-stack';
import { startVoiceProvider, type VoiceProvider } from '../../../local/voice/server';
import { type NetworkProxy, startProxy } from '../../support/network';
import { createHeaders, runInParallel, send } from '../client';
import { getTarget, printFigure } from '../target';

const KEYS = { publicKey: 'public-key', privateKey: 'private-key', orgId: 'org' };
const LANDING_ASSISTANT = 'demo-en-instant';
const PROSPECT_ASSISTANT = 'demo-cs-instant';
const DAILY_BUDGET = 60;
const CONCURRENCY = 64;

type CreatedCall = { assistantId: string; assistantOverrides: { metadata: { callId: string } } };

/** Tests that races on two instances get no call beyond one for each id and the budget. */
export function testCalls(size: { dials: number; endings: number }): void {
  describe('calls', () => {
    let provider: VoiceProvider;
    /** Counts what the sites ask the provider. */
    let providerProxy: NetworkProxy;
    let sites: Instance[];

    beforeAll(async () => {
      provider = await startVoiceProvider(KEYS);
      providerProxy = await startProxy(() => provider.url);
      const { database, startSite } = getTarget();
      const settings = {
        VAPI_PUBLIC_KEY: KEYS.publicKey,
        VAPI_PRIVATE_KEY: KEYS.privateKey,
        VAPI_ORG_ID: KEYS.orgId,
        VAPI_ASSISTANT_ID: LANDING_ASSISTANT,
        VAPI_API_URL: providerProxy.url,
        CALLS_PER_DAY: String(DAILY_BUDGET),
        CALLS_AT_ONCE: '1000',
      };
      sites = [await startSite(settings), await startSite(settings)];
      await createDatabaseClient(database.url, database.secretKey)
        .from('decisionMakers')
        .insert({ vapi_assistant_id: PROSPECT_ASSISTANT })
        .throwOnError();
    });
    afterAll(async () => {
      providerProxy?.close();
      await provider?.close();
    });
    beforeEach(() => getTarget().database.runSql('delete from public.calls'));

    /** Posts to the two instances in turns, and returns the statuses. */
    const postInTurns = (
      path: string,
      { times, createBody }: { times: number; createBody: (index: number) => object },
    ) =>
      runInParallel(times, CONCURRENCY, async (index) => {
        const url = `${sites[index % 2]?.url}/api/call${path}`;
        return send(url, 'POST', createHeaders(), JSON.stringify(createBody(index)));
      });
    const listCreatedCalls = async (): Promise<CreatedCall[]> => {
      const headers = { authorization: `Bearer ${KEYS.privateKey}` };
      const answer = await fetch(`${provider.url}/call?limit=1000`, { headers });
      return ((await answer.json()) as CreatedCall[]).reverse();
    };
    /** Dials, and returns how many were answered with a call, and the calls that were created. */
    const dial = async (times: number, createBody: (index: number) => object) => {
      const before = (await listCreatedCalls()).length;
      const answers = await postInTurns('', { times, createBody });
      const answered = answers.filter(({ status }) => status === 201).length;
      return { answered, calls: (await listCreatedCalls()).slice(before) };
    };
    const dialOneId = async () => {
      const id = crypto.randomUUID();
      return dial(64, () => ({ id, assistantId: LANDING_ASSISTANT }));
    };
    /** Reports a call as left again and again. Returns how often the provider was asked. */
    const leaveRepeatedly = async (times: number) => {
      const id = crypto.randomUUID();
      await dial(1, () => ({ id, assistantId: LANDING_ASSISTANT }));
      providerProxy.calls = [];
      const answers = await postInTurns('/end', { times, createBody: () => ({ id }) });
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      return providerProxy.calls.filter((call) => call.startsWith('GET /call/')).length;
    };

    test('64 simultaneous dials with one id make one call', async () => {
      const { answered, calls } = await dialOneId();
      expect([answered, calls.length]).toEqual([1, 1]);
    });

    test(`the daily budget is exact over ${size.dials} dials at two instances`, async () => {
      const ids = Array.from({ length: size.dials / 5 }, () => crypto.randomUUID());
      const { answered, calls } = await dial(size.dials, (index) => {
        const turn = index % ids.length;
        return { id: ids[turn], assistantId: turn % 3 ? LANDING_ASSISTANT : PROSPECT_ASSISTANT };
      });
      const ours = calls.filter((call) => call.assistantId === LANDING_ASSISTANT);
      printFigure('flood', `${calls.length} calls of ${size.dials} dials, ${ours.length} ours`);
      expect([answered, calls.length]).toEqual([DAILY_BUDGET, DAILY_BUDGET]);
      const calledIds = calls.map((call) => call.assistantOverrides.metadata.callId);
      expect(new Set(calledIds).size).toBe(DAILY_BUDGET);
      expect(ours.length).toBeLessThanOrEqual((DAILY_BUDGET / 3) * 2);
    });

    test('repeated reports of a left call end it once in two seconds', async () => {
      const startedAt = performance.now();
      const requests = await leaveRepeatedly(size.endings);
      const claims = Math.ceil((performance.now() - startedAt) / 2000);
      printFigure('one id', `${requests} requests to the provider after ${size.endings} posts`);
      // One before and one after each request to end it.
      expect(requests).toBeGreaterThanOrEqual(2);
      expect(requests).toBeLessThanOrEqual(2 * claims);
    });

    test('a database without the claim lets more requests through', async () => {
      await getTarget().database.runSql(`create or replace function public.end_call(id text)
        returns table (call_id text, control_url text) language sql
        as 'select c.call_id, c.control_url from public.calls as c
        where c.id = $1 and c.call_id is not null'`);
      expect(await leaveRepeatedly(40)).toBeGreaterThan(2);
    });

    test('a database without the lock and budgets lets more calls through', async () => {
      await getTarget().database.runSql(`create or replace function public.take_call(id text,
        assistant_id text, caller text, personal boolean, max_seconds integer, budgets jsonb)
        returns text language sql as 'select null::text'`);
      expect((await dialOneId()).calls.length).toBeGreaterThan(1);
    });
  });
}
