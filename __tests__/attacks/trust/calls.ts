import { createDatabaseClient } from '@/lib/server/database/supabase';
import type { Instance } from '../../../scripts/test/test-stack';
import { startVoiceProvider, type VoiceProvider } from '../../../local/voice/server';
import { createHeaders, runInParallel, send } from '../client';
import { getTarget, printFigure } from '../target';

const KEYS = { publicKey: 'public-key', privateKey: 'private-key', orgId: 'org' };
const LANDING_ASSISTANT = 'demo-en';
const PROSPECT_ASSISTANT = 'demo-cs';
const DAILY_BUDGET = 60;
/** Of more at once, some time out on a busy machine. */
const CONCURRENCY = 32;

type CreatedCall = { assistantId: string; assistantOverrides: { metadata: { callId: string } } };

/** Tests that races on two instances get no call beyond one for each id and the budget. */
export function testCalls(size: { dials: number }): void {
  describe('calls', () => {
    let provider: VoiceProvider;
    let sites: Instance[];

    beforeAll(async () => {
      provider = await startVoiceProvider(KEYS);
      const { database, startSite } = getTarget();
      const settings = {
        VAPI_PUBLIC_KEY: KEYS.publicKey,
        VAPI_PRIVATE_KEY: KEYS.privateKey,
        VAPI_ORG_ID: KEYS.orgId,
        VAPI_ASSISTANT_ID: LANDING_ASSISTANT,
        VAPI_API_URL: provider.url,
        CALLS_PER_DAY: String(DAILY_BUDGET),
        CALLS_AT_ONCE: '1000',
      };
      sites = [await startSite(settings), await startSite(settings)];
      await createDatabaseClient(database.url, database.secretKey)
        .from('decisionMakers')
        .insert({ vapi_assistant_id: PROSPECT_ASSISTANT })
        .throwOnError();
    });
    afterAll(() => provider?.close());
    beforeEach(() => getTarget().database.runSql('delete from public.calls'));

    const listCreatedCalls = async (): Promise<CreatedCall[]> => {
      const headers = { authorization: `Bearer ${KEYS.privateKey}` };
      const answer = await fetch(`${provider.url}/call?limit=1000`, { headers });
      return ((await answer.json()) as CreatedCall[]).reverse();
    };
    /** Dials at both sites. Returns how many were answered with a call, and the created calls. */
    const dial = async (times: number, createBody: (index: number) => object) => {
      const before = (await listCreatedCalls()).length;
      const answers = await runInParallel(times, CONCURRENCY, async (index) => {
        const url = `${sites[index % 2]?.url}/api/call`;
        return send(url, 'POST', createHeaders(), JSON.stringify(createBody(index)));
      });
      const answered = answers.filter(({ status }) => status === 201).length;
      return { answered, calls: (await listCreatedCalls()).slice(before) };
    };

    test(`the daily budget is exact over ${size.dials} dials at two instances`, async () => {
      const ids = Array.from({ length: size.dials / 5 }, () => crypto.randomUUID());
      const { answered, calls } = await dial(size.dials, (index) => {
        // Simultaneous dials have one id.
        const turn = Math.floor(index / 5);
        const prospect = { assistantId: PROSPECT_ASSISTANT, link: {} };
        return { id: ids[turn], ...(turn % 3 ? { assistantId: LANDING_ASSISTANT } : prospect) };
      });
      const ours = calls.filter((call) => call.assistantId === LANDING_ASSISTANT);
      printFigure('flood', `${calls.length} calls of ${size.dials} dials, ${ours.length} ours`);
      expect([answered, calls.length]).toEqual([DAILY_BUDGET, DAILY_BUDGET]);
      const calledIds = calls.map((call) => call.assistantOverrides.metadata.callId);
      expect(new Set(calledIds).size).toBe(DAILY_BUDGET);
      expect(ours.length).toBeGreaterThan(DAILY_BUDGET / 2);
      expect(ours.length).toBeLessThanOrEqual((DAILY_BUDGET / 3) * 2);
    });

    test('a database without the lock and budgets lets more calls through', async () => {
      await getTarget().database.runSql(`create or replace function public.take_call(id text,
        assistant_id text, caller text, link jsonb, ours boolean, max_seconds integer,
        budgets jsonb) returns jsonb language sql as $$ select '{}'::jsonb $$`);
      const id = crypto.randomUUID();
      const { calls } = await dial(64, () => ({ id, assistantId: LANDING_ASSISTANT }));
      expect(calls.length).toBeGreaterThan(1);
    });
  });
}
