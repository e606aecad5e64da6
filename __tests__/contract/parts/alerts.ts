import type { AlertKind, Channel } from '@/lib/server/database/results';
import { takeCall } from '@/lib/server/call/call-requests';
import { formatAlert, OVERDUE_HOURS } from '@/lib/server/notify/alert-messages';
import { getEnv } from '@/lib/server/env';
import { disableTimeouts, type TestDatabaseProxy, createRequest } from '../database-proxy';
import { formatTimeAgo, ALL_CHANNELS, DAY, HOUR, MINUTE, openOutbox } from '../outbox';

/** Tests the outbox of alerts, from which all instances send. */
export function describeAlerts(proxy: TestDatabaseProxy) {
  describe('the outbox of alerts', () => {
    const { connect } = proxy;
    const { openAlerts, listWritten, claim, writeAlert, makeOlder, makeDue } = openOutbox(proxy);
    const settle = (id = '', taken: Channel[] = [], again = false, seconds: number | null = null) =>
      connect().rpc('settle_alert', { id, taken, again, seconds });

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
            facts: { service: 'crm-integrations', suspected_spam: false, source: 'utm:news' },
          },
        ]);
        expect(JSON.stringify(rows)).not.toMatch(/eva|example|secret/);
      });

      test('a refused request writes no alert', async () => {
        await proxy.submit('eva@example.com');
        expect((await proxy.submit('eva@example.com')).status).toBe(409);
        await proxy.submit('check@fault.example');
        expect(await listWritten('request')).toHaveLength(1);
      });

      test('that is suspected spam is marked and gets no acknowledgement', async () => {
        await proxy.submit('eva@example.com', '', { quill_north: 'x' });
        expect(await listWritten()).toMatchObject([
          { kind: 'request', facts: { suspected_spam: true } },
        ]);
      });

      test('restored rows write no alert', async () => {
        await proxy
          .openTable()
          .insert({ ...createRequest('old@example.com'), created_at: formatTimeAgo(2 * HOUR) });
        expect(await listWritten()).toEqual([]);
      });
    });

    describe('claim_alerts', () => {
      test('gives each due alert to one worker, with its missing channels', async () => {
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
      });

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
        const { data } = await openAlerts().select('sent').single();
        expect(data?.sent).toEqual(['webhook', 'mail']);
      });

      const readWait = async () => {
        const { data } = await openAlerts().select('due_at').single();
        return Math.round((Date.parse(data?.due_at ?? '') - Date.now()) / MINUTE);
      };

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
      expect((await writeAlert('test', 'made-up' as AlertKind)).error).toBeNull();
      expect(await listWritten()).toEqual([]);
    });

    describe('tend_alerts', () => {
      const runTendAlerts = () => connect().rpc('tend_alerts', { summary: false });
      const insertOpenRequest = (email: string, ms: number, more: object = {}) =>
        proxy
          .openTable()
          .insert({ ...createRequest(email), created_at: formatTimeAgo(ms), ...more });

      test('writes one alert for each request that is overdue', async () => {
        await insertOpenRequest('open@example.com', OVERDUE_HOURS * HOUR + MINUTE);
        await insertOpenRequest('young@example.com', OVERDUE_HOURS * HOUR - MINUTE);
        await insertOpenRequest('handled@example.com', DAY, { handled_at: formatTimeAgo(HOUR) });
        await insertOpenRequest('ancient@example.com', 7 * DAY + MINUTE);
        await Promise.all([runTendAlerts(), runTendAlerts(), runTendAlerts()]);
        expect((await runTendAlerts()).data).toBe(0);
        const { data } = await proxy
          .openTable()
          .select('id')
          .eq('email', 'open@example.com')
          .single();
        const facts = { service: 'crm-integrations', suspected_spam: false };
        expect(await listWritten()).toEqual([{ kind: 'overdue', subject: data?.id, facts }]);
      });

      test('includes suspected spam, because autofill may fill the honeypot', async () => {
        await insertOpenRequest('spam@example.com', 20 * HOUR + MINUTE, { suspected_spam: true });
        await insertOpenRequest('handled@example.com', DAY, {
          suspected_spam: true,
          handled_at: formatTimeAgo(HOUR),
        });
        expect((await runTendAlerts()).data).toBe(1);
        expect((await runTendAlerts()).data).toBe(0);
        expect(await listWritten()).toMatchObject([
          { kind: 'overdue', facts: { suspected_spam: true } },
        ]);
      });

      test('returns how many it has found', async () => {
        await insertOpenRequest('a@example.com', DAY);
        await insertOpenRequest('b@example.com', DAY);
        expect((await runTendAlerts()).data).toBe(2);
      });
    });

    describe('the alert about the daily call budget', () => {
      const request = new Request('http://localhost/');
      let callCount = 0;
      const countCalls = (count: number, personal = false) =>
        Promise.all(
          Array.from({ length: count }, () =>
            takeCall(request, {
              id: `budget-${callCount++}`,
              assistantId: personal ? 'prospect' : 'demo',
            }),
          ),
        );

      beforeEach(async () => {
        Object.assign(getEnv(), { CALLS_PER_DAY: 15, CALLS_AT_ONCE: 1000 });
        disableTimeouts();
        await connect().from('calls').delete().neq('id', '');
        await connect().from('decisionMakers').delete().neq('vapi_assistant_id', '');
        await connect().from('decisionMakers').insert({ vapi_assistant_id: 'prospect' });
        Object.assign(getEnv(), { VAPI_ASSISTANT_ID: 'demo' });
      });
      afterAll(() => void Object.assign(getEnv(), { CALLS_PER_DAY: 60, CALLS_AT_ONCE: 8 }));

      test('is written once a day at 80 % of the landing page’s share', async () => {
        await countCalls(7);
        expect(await listWritten()).toEqual([]);
        await countCalls(1);
        const facts = { budget: 'day', calls: 8, limit: 15, calls_shared: 8, limit_shared: 10 };
        const written = { kind: 'calls-budget', subject: null, facts } as const;
        expect(await listWritten()).toEqual([written]);
        const message = formatAlert({ ...written, id: '', missing: [], address: null });
        expect(message.subject).toContain('8 of 15, of those on the landing page 8 of 10.');
        await countCalls(3);
        expect(await listWritten()).toHaveLength(1);
      });

      test('is written at 80 % of all calls, even if the landing page has calls left', async () => {
        await countCalls(11, true);
        expect(await listWritten()).toEqual([]);
        await countCalls(1, true);
        expect(await listWritten()).toMatchObject([{ facts: { calls: 12, calls_shared: 0 } }]);
      });

      test('is not written for refused calls', async () => {
        Object.assign(getEnv(), { CALLS_PER_DAY: 0 });
        await countCalls(1);
        expect(await listWritten()).toEqual([]);
      });
    });

    test('every kind of alert can be written', async () => {
      const kinds: Record<AlertKind, true> = {
        request: true,
        overdue: true,
        expiring: true,
        'calls-failing': true,
        'calls-budget': true,
        'site-failing': true,
        'prospect-visited': true,
        'prospect-called': true,
        'weekly-summary': true,
        'purge-failed': true,
        acknowledgement: true,
      };
      const names = Object.keys(kinds).sort() as AlertKind[];
      for (const kind of names) await writeAlert(`test ${kind}`, kind);
      expect((await listWritten()).map(({ kind }) => kind)).toEqual(names);
    });
  });
}
