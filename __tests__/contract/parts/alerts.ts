import type { Channel } from '@/lib/server/database/results';
import { takeCall } from '@/lib/server/call/call-requests';
import { OVERDUE_HOURS } from '@/lib/server/notify/alert-messages';
import { changeSettings } from '@/__tests__/lib/server/settings';
import { type TestDatabaseProxy, createRequest } from '../database-proxy';
import { formatTimeAgo, ALL_CHANNELS, DAY, HOUR, MINUTE, openOutbox } from '../outbox';

/** Tests the outbox of alerts, from which all instances send. */
export function describeAlerts(proxy: TestDatabaseProxy) {
  describe('the outbox of alerts', () => {
    const { connect } = proxy;
    const { openAlerts, listWritten, claim, writeAlert, makeOlder, makeDue } = openOutbox(proxy);
    const settle = (id = '', taken: Channel[] = [], again = false, seconds: number | null = null) =>
      connect().rpc('settle_alert', { id, taken, again, seconds });
    const readAlert = async () => (await openAlerts().select().single().throwOnError()).data;

    describe('of a request', () => {
      test('contains the service, the source and nothing that was typed', async () => {
        await proxy.submit('eva@example.com', 'A secret', { source: 'utm:news' });
        const { data } = await proxy.openTable().select('id').single();
        const subject = data?.id;
        const { data: rows } = await openAlerts().select().order('kind');
        expect(rows).toMatchObject([
          { kind: 'acknowledgement', subject, facts: {}, attempts: 0, sent: [] },
          {
            kind: 'request',
            subject,
            facts: { service: 'crm-integrations', source: 'utm:news' },
          },
        ]);
        expect(JSON.stringify(rows)).not.toMatch(/eva|example|secret/);
      });

      test('is not written for a refused one, or a restored row', async () => {
        await proxy.submit('eva@example.com');
        expect((await proxy.submit('eva@example.com')).status).toBe(409);
        await proxy.submit('check@fault.example');
        const created_at = formatTimeAgo(2 * HOUR);
        await proxy.openTable().insert({ ...createRequest('old@example.com'), created_at });
        const kinds = (await listWritten()).map(({ kind }) => kind);
        expect(kinds).toEqual(['acknowledgement', 'request']);
      });
    });

    describe('of suspected spam', () => {
      const post = (name: string) =>
        proxy.submit(`${name}@example.com`, '', { quill_north: 'https://example.com' });
      const tend = (daysAhead = 0) =>
        connect().rpc('tend_alerts', { moment: formatTimeAgo(-daysAhead * DAY) });
      const answerAll = () =>
        proxy
          .openTable()
          .update({ handled_at: formatTimeAgo(0) })
          .neq('email', '');

      test('a bot with 200 posts makes one, which says how many wait', async () => {
        await Promise.all(Array.from({ length: 200 }, (_, n) => post(`bot-${n}`)));
        expect(await listWritten()).toEqual([{ kind: 'suspected', subject: null, facts: {} }]);
        const [alert] = await claim();
        expect(alert).toMatchObject({ kind: 'suspected', facts: { count: 200 } });
        await settle(alert?.id, ['webhook']);
        for (const days of [0, 1, 30]) await tend(days);
        expect(await listWritten()).toHaveLength(1);
      });

      test('one that comes after the others were counted is told the next day', async () => {
        await post('first');
        const [alert] = await claim();
        await post('second');
        await settle(alert?.id, ['mail']);
        await tend(1);
        expect(await listWritten()).toHaveLength(2);
      });

      test('is sent only while one waits', async () => {
        await post('first');
        await answerAll();
        expect(await claim()).toEqual([]);
        await post('second');
        expect(await claim()).toMatchObject([{ facts: { count: 1 } }]);
      });

      test('the others of a day are told the next day, unless they are answered', async () => {
        await post('first');
        await settle((await claim())[0]?.id, ['mail']);
        await post('second');
        await tend();
        expect(await listWritten()).toHaveLength(1);
        await answerAll();
        await tend(1);
        expect(await listWritten()).toHaveLength(1);
        await post('third');
        await tend(1);
        await tend(1);
        expect(await listWritten()).toHaveLength(2);
      });

      test('is written again if none took it for three days, or after it was purged', async () => {
        await post('first');
        await makeOlder(3 * DAY - MINUTE);
        await tend();
        expect(await listWritten()).toHaveLength(1);
        await makeOlder(3 * DAY + MINUTE);
        await tend(1);
        expect(await listWritten()).toHaveLength(2);
        await openAlerts().delete().neq('dedupe', '');
        await tend(1);
        expect(await listWritten()).toHaveLength(1);
      });

      test('is followed by the alert and the acknowledgement once it is acquitted', async () => {
        await post('eva');
        const acquit = () => proxy.openTable().update({ suspected_spam: false }).neq('email', '');
        await acquit();
        await acquit();
        const kinds = (await listWritten()).map(({ kind }) => kind);
        expect(kinds).toEqual(['acknowledgement', 'request', 'suspected']);
        // Its hours begin now.
        await proxy
          .openTable()
          .update({ created_at: formatTimeAgo(2 * DAY) })
          .neq('email', '');
        expect((await tend()).data).toBe(0);
        expect((await tend(1)).data).toBe(1);
      });
    });

    describe('claim_alert', () => {
      proxy.testEverywhere(
        'gives each due alert to one worker, with its missing channels',
        async () => {
          for (let n = 0; n < 20; n += 1) await writeAlert(`test ${n}`);
          const claims = await Promise.all(Array.from({ length: 8 }, () => claim(ALL_CHANNELS, 5)));
          const ids = claims.flat().map(({ id }) => id);
          expect(ids).toHaveLength(20);
          expect(new Set(ids).size).toBe(20);
          expect(claims.flat()[0]).toEqual({
            id: expect.any(String) as string,
            kind: 'calls-failing',
            subject: null,
            facts: { count: 5 },
            missing: ['webhook', 'mail'],
            address: null,
          });
        },
      );

      test('gives nothing to a worker without a channel', async () => {
        await writeAlert('test');
        expect(await claim([])).toEqual([]);
        expect(await claim(['visitor'])).toEqual([]);
        expect(await claim(['mail'])).toMatchObject([{ missing: ['mail'] }]);
      });

      test('omits channels that already have the alert', async () => {
        await writeAlert('test');
        const [alert] = await claim();
        await settle(alert?.id, ['webhook']);
        await makeDue();
        expect(await claim()).toMatchObject([{ id: alert?.id, missing: ['mail'] }]);
        await settle(alert?.id, ['mail']);
        await makeDue();
        expect(await claim()).toEqual([]);
        expect((await readAlert()).sent).toEqual(['webhook', 'mail']);
      });

      const readWait = async () =>
        Math.round((Date.parse((await readAlert()).due_at) - Date.now()) / MINUTE);

      test('returns what may have arrived later than what was surely not taken', async () => {
        await writeAlert('test');
        const waits: number[][] = [];
        for (let n = 0; n < 8; n += 1) {
          const [alert] = await claim();
          expect(await claim()).toEqual([]);
          const unknown = await readWait();
          await settle(alert?.id, [], true);
          waits.push([unknown, await readWait()]);
          await makeDue();
        }
        const unknown = [5, 10, 20, 40, 60, 60, 60, 60];
        const refused = [1, 2, 4, 8, 16, 32, 60, 60];
        expect(waits).toEqual(unknown.map((minutes, n) => [minutes, refused[n]]));
      });

      test('returns an alert when its receiver says, and an acknowledgement again', async () => {
        await proxy.submit('eva@example.com');
        const [thanks] = await claim(['visitor']);
        await makeDue();
        // It is marked, because the visitor may have it.
        expect(await claim(['visitor'])).toEqual([]);
        await openAlerts()
          .delete()
          .neq('id', thanks?.id ?? '');
        await settle(thanks?.id, [], true, 600);
        expect(await readWait()).toBe(10);
        await makeDue();
        expect(await claim(['visitor'])).toMatchObject([{ id: thanks?.id, missing: ['visitor'] }]);
      });

      test('returns new alerts before failed ones', async () => {
        await writeAlert('old');
        const [old] = await claim();
        await makeDue();
        await writeAlert('new');
        const [first] = await claim(ALL_CHANNELS, 1);
        expect(first?.id).not.toBe(old?.id);
        expect(await claim()).toMatchObject([{ id: old?.id }]);
      });

      test('returns no alert older than three days', async () => {
        await writeAlert('test');
        await makeOlder(3 * DAY + MINUTE);
        expect(await claim()).toEqual([]);
        await makeOlder(3 * DAY - MINUTE);
        expect(await claim()).toHaveLength(1);
      });
    });

    test('writes simultaneous duplicates once', async () => {
      const writes = Array.from({ length: 16 }, () => writeAlert('calls-failing 2026-11-24T10'));
      for (const { error } of await Promise.all(writes)) expect(error).toBeNull();
      expect(await listWritten()).toHaveLength(1);
    });

    test('an alert that cannot be written does not fail its cause', async () => {
      expect((await writeAlert('test', null as never)).error).toBeNull();
      expect(await listWritten()).toEqual([]);
    });

    describe('tend_alerts', () => {
      const runTendAlerts = () => connect().rpc('tend_alerts', { summary: false });
      const insertRequest = (email: string, ms: number, more: object = {}) =>
        proxy
          .openTable()
          .insert({ ...createRequest(email), created_at: formatTimeAgo(ms), ...more });

      test('writes one for each that is overdue', async () => {
        await insertRequest('open@example.com', OVERDUE_HOURS * HOUR + MINUTE);
        await insertRequest('other@example.com', 7 * DAY - MINUTE);
        await insertRequest('young@example.com', OVERDUE_HOURS * HOUR - MINUTE);
        await insertRequest('ancient@example.com', 7 * DAY + MINUTE);
        await insertRequest('handled@example.com', DAY, { handled_at: formatTimeAgo(HOUR) });
        await insertRequest('spam@example.com', DAY, { suspected_spam: true });
        expect((await runTendAlerts()).data).toBe(2);
        await Promise.all([runTendAlerts(), runTendAlerts(), runTendAlerts()]);
        expect((await runTendAlerts()).data).toBe(0);
        const { data } = await proxy
          .openTable()
          .select('id')
          .in('email', ['open@example.com', 'other@example.com'])
          .order('id');
        const facts = { service: 'crm-integrations' };
        expect(await listWritten('overdue')).toEqual(
          data?.map(({ id }) => ({ kind: 'overdue', subject: id, facts })),
        );
      });
    });

    describe('the alert about the daily call budget', () => {
      let callCount = 0;
      const countCalls = async (count: number, assistantId = 'demo') => {
        const link = assistantId === 'demo' ? undefined : {};
        const calls = Array.from({ length: count }, () => ({
          id: `${callCount++}`,
          assistantId,
          link,
        }));
        const request = new Request('http://localhost/');
        await Promise.all(calls.map((call) => takeCall(request, call)));
      };
      beforeEach(async () => {
        changeSettings({ CALLS_PER_DAY: 15, CALLS_AT_ONCE: 1000, VAPI_ASSISTANT_ID: 'demo' });
        await connect().from('decisionMakers').insert({ vapi_assistant_id: 'prospect' });
      });

      test('is written once a day at 80 % of the landing page’s share', async () => {
        await countCalls(7);
        expect(await listWritten()).toEqual([]);
        await countCalls(4);
        const facts = { calls: 8, limit: 15, calls_shared: 8, limit_shared: 10 };
        expect(await listWritten()).toEqual([{ kind: 'calls-budget', subject: null, facts }]);
      });

      test('is written at 80 % of all calls, even if the landing page has calls left', async () => {
        await countCalls(11, 'prospect');
        expect(await listWritten()).toEqual([]);
        await countCalls(1, 'prospect');
        expect(await listWritten()).toMatchObject([{ facts: { calls: 12, calls_shared: 0 } }]);
      });

      test('is not written for refused calls', async () => {
        changeSettings({ CALLS_PER_DAY: 0 });
        await countCalls(1);
        expect(await listWritten()).toEqual([]);
      });
    });
  });
}
