import { EncryptJWT } from 'jose';
import { deriveKey } from '@/lib/server/crypto';
import { createDatabaseClient } from '@/lib/server/database/supabase';
import { findRandomFreePort } from '../../../local/ports';
import { startVoiceProvider, type VoiceProvider } from '../../../local/voice/server';
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

/** Tests that no call starts without our ticket, and none beyond the budgets. */
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

    const requestTicketFrom = (site: Site, assistantId: string, address = createAddress()) =>
      post(site, 'ticket', { assistantId }, createHeaders(address));
    const dial = (site: Site, ticket: string, body: object = {}, address = createAddress()) =>
      post(
        site,
        'web',
        { assistantId: LANDING_ASSISTANT, ...body },
        {
          ...createHeaders(address),
          authorization: `Bearer ${ticket}`,
        },
      );
    const dialForId = async (site: Site, ticket: string) =>
      (JSON.parse((await dial(site, ticket)).body) as { id: string }).id;
    const fetchTicket = async (assistantId: string, site = getSite(0)) => {
      const { body } = await requestTicketFrom(site, assistantId);
      return (JSON.parse(body) as { ticket: string }).ticket;
    };
    const listCreatedCalls = async (): Promise<CreatedCall[]> => {
      const headers = { authorization: `Bearer ${KEYS.privateKey}` };
      return (await (await fetch(`${provider.url}/calls`, { headers })).json()) as CreatedCall[];
    };
    const leave = (site: Site, ticket: string, callId: string | null, address = createAddress()) =>
      post(site, 'left', { ticket, callId }, createHeaders(address));
    /** How many requests about a call have reached the provider. */
    const countProviderRequests = (callId: string) =>
      providerProxy.countsByCall.get(`GET /call/${callId}`) ?? 0;
    /** Counts the calls that the provider creates meanwhile. */
    const countCallsDuring = async <Result>(attack: () => Promise<Result>) => {
      const before = (await listCreatedCalls()).length;
      const answers = await attack();
      return { answers, calls: (await listCreatedCalls()).length - before };
    };
    /** Dials from `times` places at once, in turns at both sites. */
    const dialAtOnce = (times: number, ticket: string, body?: object) =>
      countCallsDuring(() =>
        runInParallel(times, times, (index) => dial(getSite(index), ticket, body)),
      );

    test('there is no call without a valid ticket', async () => {
      const validTicket = await fetchTicket(LANDING_ASSISTANT);
      const [head, ...rest] = validTicket.split('.');
      const tickets: Record<string, [ticket: string, body?: object]> = {
        'no ticket': [''],
        'the public key': [KEYS.publicKey],
        'a changed ticket': [[head, ...rest.slice(0, -1), 'x'.repeat(22)].join('.')],
        'a ticket of another key': [await sealTicket(new Uint8Array(32), 120)],
        'an expired ticket': [await sealTicket(deriveKey('call ticket v1'), -1)],
        'a ticket for another assistant': [validTicket, { assistantId: PROSPECT_ASSISTANT }],
        'the caller’s own assistant': [
          validTicket,
          { assistant: { name: 'mine' }, assistantId: undefined },
        ],
      };
      for (const [what, [ticket, body]] of Object.entries(tickets)) {
        const { calls, answers } = await dialAtOnce(20, ticket, body);
        printFigure(what, `${calls} calls in 20 tries`);
        expect(answers.map(readErrorCode)).toEqual(Array(20).fill('ticket_refused'));
        expect(calls).toBe(0);
      }
    });

    test('64 simultaneous dials with one ticket make one call', async () => {
      const ticket = await fetchTicket(LANDING_ASSISTANT);
      const { calls } = await dialAtOnce(64, ticket);
      printFigure('one ticket, 64 at once over two instances', `${calls} call`);
      expect(calls).toBe(1);
    });

    test('an unknown assistant and a foreign origin get neither ticket nor call', async () => {
      const ticket = await fetchTicket(LANDING_ASSISTANT);
      const { calls } = await countCallsDuring(async () => {
        expect(readErrorCode(await requestTicketFrom(getSite(0), 'somebody-elses'))).toBe(
          'unknown_assistant',
        );
        for (const path of ['ticket', 'web', 'left']) {
          const foreignHeaders = {
            ...createHeaders(createAddress(), 'https://evil.example'),
            authorization: `Bearer ${ticket}`,
          };
          const answer = await post(
            getSite(1),
            path,
            { assistantId: LANDING_ASSISTANT, ticket },
            foreignHeaders,
          );
          expect(readErrorCode(answer)).toBe('forbidden');
        }
      });
      printFigure('unknown assistant, foreign origin', `${calls} calls`);
      expect(calls).toBe(0);
    });

    test('of the request body only the assistant id reaches the provider', async () => {
      const overrides = { maxDurationSeconds: 43_200, firstMessage: 'Hi', metadata: { a: 1 } };
      const ticket = await fetchTicket(LANDING_ASSISTANT);
      const answer = await dial(getSite(0), ticket, {
        assistantOverrides: overrides,
        assistant: { model: 'mine' },
        squadId: 'squad',
      });
      expect(answer.status).toBe(201);
      const last = (await listCreatedCalls()).at(-1);
      expect(last?.assistantOverrides).toEqual({
        maxDurationSeconds: 300,
        clientMessages: expect.arrayContaining(['transcript', 'tool-calls-result']),
        metadata: { requestId: expect.any(String), ticketId: expect.any(String) },
        ...KEEP_NOTHING,
      });
      expect(answer.body).not.toMatch(/key|jwt|eyJ|org/i);
    });

    test(`the daily budget is exact over ${size.dials} dials at two instances`, async () => {
      const tickets = await runInParallel(size.dials / 5, CONCURRENCY, (index) =>
        fetchTicket(index % 3 ? LANDING_ASSISTANT : PROSPECT_ASSISTANT, getSite(index)),
      );
      // Each ticket five times, from as many addresses.
      const { calls, answers } = await countCallsDuring(() =>
        runInParallel(size.dials, CONCURRENCY, (index) => {
          const turn = index % tickets.length;
          return dial(getSite(index), tickets[turn] ?? '', {
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
      expect(readErrorCode(await requestTicketFrom(getSite(0), PROSPECT_ASSISTANT))).toBe(
        'calls_spent',
      );
    });

    test('a flood from one address makes five calls', async () => {
      const address = createAddress();
      const tickets = await runInParallel(20, 20, (index) =>
        fetchTicket(LANDING_ASSISTANT, getSite(index)),
      );
      const { calls } = await countCallsDuring(() =>
        runInParallel(20, 20, (index) => dial(getSite(index), tickets[index] ?? '', {}, address)),
      );
      printFigure('flood from one address', `${calls} of 20 dials`);
      expect(calls).toBe(5);
    });

    test.each(Object.entries(errorsByAssistant))(
      '%s gets its error, and uses budget only if a call may exist',
      async (id, error) => {
        const ticket = await fetchTicket(id);
        const answer = await dial(getSite(0), ticket, { assistantId: id });
        printFigure(`provider: ${id}`, `${answer.status} ${readErrorCode(answer)}`);
        expect(readErrorCode(answer)).toBe(error);
        // A broken connection or a gateway's answer may follow a created call.
        expect(await countCallsInBudget()).toBe(error === 'provider_failed' ? 1 : 0);
      },
    );

    test('a slow provider makes one call', async () => {
      const ticket = await fetchTicket('slow-request-instant');
      const { calls, answers } = await countCallsDuring(() =>
        dial(getSite(0), ticket, { assistantId: 'slow-request-instant' }),
      );
      printFigure('provider: slow', `${calls} call`);
      expect(answers.status).toBe(201);
      expect(calls).toBe(1);
    });

    test('only the ticket of the call or the provider’s secret frees its slot', async () => {
      const singleSlotSite = await startSite({ CALLS_AT_ONCE: '1', VAPI_WEBHOOK_SECRET: 'secret' });
      const [first, second, other] = [
        await fetchTicket(LANDING_ASSISTANT),
        await fetchTicket(LANDING_ASSISTANT),
        await fetchTicket(LANDING_ASSISTANT),
      ];
      const callId = await dialForId(singleSlotSite, first);
      const isBusy = async () =>
        readErrorCode(await requestTicketFrom(singleSlotSite, LANDING_ASSISTANT)) === 'calls_busy';
      const hangUp = (id: string) => fetch(`${provider.url}/rooms/${id}/left`, { method: 'POST' });
      const report = (secret: string, ticketId: unknown) =>
        post(
          singleSlotSite,
          'ended',
          {
            message: {
              type: 'end-of-call-report',
              call: { assistantOverrides: { metadata: { ticketId } } },
              durationSeconds: 30,
              cost: 0.05,
            },
          },
          { 'content-type': 'application/json', 'x-vapi-secret': secret },
        );
      const readLastTicketId = async () =>
        ((await listCreatedCalls()).at(-1)?.assistantOverrides['metadata'] as { ticketId: string })
          .ticketId;

      expect(readErrorCode(await dial(singleSlotSite, second))).toBe('calls_busy');
      // The ticket of another call, a forged one, a report without the secret or of another call.
      expect((await leave(singleSlotSite, other, callId)).status).toBe(200);
      expect(readErrorCode(await leave(singleSlotSite, 'forged', callId))).toBe('ticket_refused');
      expect(readErrorCode(await report('wrong', await readLastTicketId()))).toBe('forbidden');
      expect((await report('secret', crypto.randomUUID())).status).toBe(200);
      expect(await isBusy()).toBe(true);

      await hangUp(callId);
      expect((await leave(singleSlotSite, first, callId)).status).toBe(200);
      expect(await isBusy()).toBe(false);

      // Reporting a call as over while it is live ends it.
      const liveCallId = await dialForId(singleSlotSite, second);
      expect(await isBusy()).toBe(true);
      await fetch(`${provider.url}/rooms/${liveCallId}/joined`, { method: 'POST' });
      expect((await leave(singleSlotSite, second, liveCallId)).status).toBe(200);
      expect((await leave(singleSlotSite, second, liveCallId)).status).toBe(200);
      expect((await listCreatedCalls()).at(-1)).toMatchObject({ id: liveCallId, status: 'ended' });
      expect(countProviderRequests(liveCallId)).toBe(2);
      expect(await isBusy()).toBe(false);
      expect((await report('secret', await readLastTicketId())).status).toBe(200);
      const [day] = await getTarget().database.runSql(
        'select sum(seconds)::integer as seconds, sum(cost)::float as cost from public.call_days',
      );
      expect(day).toEqual({ seconds: 30, cost: 0.05 });
      await singleSlotSite.terminate();
    });

    test('calls canceled at once leave every slot free', async () => {
      const site = await startSite({ CALLS_AT_ONCE: '8' });
      const impatientVisitors = 8;
      await runInParallel(impatientVisitors, impatientVisitors, async () => {
        const ticket = await fetchTicket(LANDING_ASSISTANT, site);
        const id = await dialForId(site, ticket);
        expect((await leave(site, ticket, id)).status).toBe(200);
      });
      const next = await requestTicketFrom(site, LANDING_ASSISTANT);
      const states = (await listCreatedCalls()).slice(-impatientVisitors);
      printFigure('Start and Cancel, 8 visitors', `the next visitor gets ${next.status}`);
      expect(next.status).toBe(200);
      expect(states.map(({ status }) => status)).toEqual(Array(impatientVisitors).fill('ended'));
      await site.terminate();
    });

    test('a call that the provider does not end keeps its slot', async () => {
      const site = await startSite({ CALLS_AT_ONCE: '1' });
      const ticket = await fetchTicket(LANDING_ASSISTANT, site);
      const id = await dialForId(site, ticket);
      providerProxy.fault = '503';
      providerProxy.onlyCall = `POST /call/${id}/control`;
      providerProxy.faultShare = 1;
      expect((await leave(site, ticket, id)).status).toBe(200);
      providerProxy.faultShare = 0;
      const next = await requestTicketFrom(site, LANDING_ASSISTANT);
      printFigure('the provider refuses to end a call', readErrorCode(next) ?? 'no error');
      expect(readErrorCode(next)).toBe('calls_busy');
      await site.terminate();
    });

    const reportEndRepeatedly = async (times: number) => {
      const ticket = await fetchTicket(LANDING_ASSISTANT);
      const id = await dialForId(getSite(0), ticket);
      const answers = await runInParallel(times, CONCURRENCY, (index) =>
        leave(getSite(index), ticket, id),
      );
      expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
      return { ticket, id };
    };

    test('repeated reports of a left call end it once', async () => {
      const { ticket, id } = await reportEndRepeatedly(size.endings);
      printFigure(
        'one ticket',
        `${countProviderRequests(id)} requests to the provider after ${size.endings} posts`,
      );
      // One before and one after the request to end it.
      expect(countProviderRequests(id)).toBe(2);
      // Other ids with the same ticket, and a ticket that made no call.
      const before = providerProxy.forwardedCalls;
      const unusedTicket = await fetchTicket(LANDING_ASSISTANT);
      await runInParallel(20, 20, (index) => leave(getSite(index), ticket, `call-${index}`));
      await runInParallel(20, 20, (index) => leave(getSite(index), unusedTicket, id));
      expect(providerProxy.forwardedCalls).toBe(before);
    });

    test('without the database no call is created', async () => {
      const tickets = await runInParallel(20, 16, () => fetchTicket(LANDING_ASSISTANT));
      const settings = { SUPABASE_URL: `http://127.0.0.1:${await findRandomFreePort()}` };
      const sitesWithoutDatabase = [await startSite(settings), await startSite(settings)] as const;
      const { calls, answers } = await countCallsDuring(() =>
        runInParallel(100, 16, (index) => {
          const targetSite = sitesWithoutDatabase[index % 2] ?? sitesWithoutDatabase[0];
          // Their tickets are from an instance that still had its database.
          return index < 50
            ? requestTicketFrom(targetSite, LANDING_ASSISTANT)
            : dial(targetSite, tickets[index % tickets.length] ?? '');
        }),
      );
      printFigure('flood without a database', `${calls} of 100 at two instances`);
      expect(calls).toBe(0);
      expect(answers.map(readErrorCode)).toEqual(Array(100).fill('unavailable'));
      expect(
        readErrorCode(await requestTicketFrom(sitesWithoutDatabase[0], PROSPECT_ASSISTANT)),
      ).toBe('unavailable');
      const config = await send(`${sitesWithoutDatabase[0].url}/api/call-config`, 'GET', {
        'sec-fetch-site': 'same-origin',
      });
      expect(JSON.parse(config.body)).toMatchObject({ configured: true, refusal: 'unavailable' });
      await Promise.all(sitesWithoutDatabase.map(({ terminate }) => terminate()));
    });

    test('a database without the claim lets more requests through', async () => {
      await getTarget().database
        .runSql(`create or replace function public.leave_call(ticket text, personal boolean,
        named_id text) returns table (call_id text, control_url text)
        language sql as 'select $3, null::text'`);
      const { id } = await reportEndRepeatedly(40);
      printFigure(
        'without leave_call',
        `${countProviderRequests(id)} requests to the provider after 40 posts`,
      );
      expect(countProviderRequests(id)).toBeGreaterThan(2);
    });

    test('a database without the lock and budgets lets more calls through', async () => {
      await getTarget().database
        .runSql(`create or replace function public.take_call(ticket text, caller text,
        personal boolean, max_seconds integer, budgets jsonb) returns text
        language sql as 'select null::text'`);
      const ticket = await fetchTicket(LANDING_ASSISTANT);
      const { calls } = await dialAtOnce(64, ticket);
      printFigure('without take_call', `${calls} calls with one ticket`);
      expect(calls).toBeGreaterThan(1);
    });
  });
}

/** The error of each assistant of the local provider; `create-call.test.ts` has the others. */
const errorsByAssistant: Readonly<Record<string, string>> = {
  'payment-required-instant': 'provider_quota',
  'unreachable-instant': 'provider_failed',
  'server-error-instant': 'provider_failed',
};

const sealTicket = (key: Uint8Array, seconds: number) =>
  new EncryptJWT({ assistantId: LANDING_ASSISTANT, personal: false })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setJti(crypto.randomUUID())
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .encrypt(key);

const post = (site: Site, path: string, body: object, headers: Record<string, string>) =>
  send(`${site.url}/api/call/${path}`, 'POST', headers, JSON.stringify(body));

const readErrorCode = ({ body }: Answer) => (JSON.parse(body || '{}') as { error?: string }).error;
