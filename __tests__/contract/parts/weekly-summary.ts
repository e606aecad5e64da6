import { FIGURES } from '@/lib/server/notify/alert-messages';
import { createRequest, type TestDatabaseProxy } from '../database-proxy';
import { openOutbox } from '../outbox';

/** The week that is summed up ends before this Monday. */
const MONDAY = '2026-03-23T07:00:00Z';
const JUST_BEFORE = '2026-03-15T23:59:59.999Z';
const FIRST_MOMENT = '2026-03-16T00:00:00Z';
const LAST_MOMENT = '2026-03-22T23:59:59.999Z';
const JUST_AFTER = '2026-03-23T00:00:00Z';

/** Tests Monday's summary, in weeks that are long over: no other test has rows there. */
export function describeWeeklySummary(proxy: TestDatabaseProxy) {
  describe('the weekly summary', () => {
    const { connect } = proxy;
    const { openAlerts, claim } = openOutbox(proxy);
    const openProspects = () => connect().from('decisionMakers');
    // A request may be overdue by then, too.
    const readFacts = async () => {
      const summaries = openAlerts().select('facts').eq('kind', 'weekly-summary');
      const { data } = await summaries.order('dedupe').throwOnError();
      return data.map(({ facts }) => facts as Record<string, unknown>);
    };
    /** Returns whether a summary was written. */
    const write = async (moment = MONDAY) => {
      const before = await readFacts();
      await connect().rpc('tend_alerts', { summary: true, moment }).throwOnError();
      return (await readFacts()).length > before.length;
    };
    const view = { language: 'en', device: 'phone', entry: 'direct' };
    const insertSeen = async (day: string, count: number, page = '/', event = 'page_seen') => {
      const row = { day, event, detail: '', page, ...view, count };
      await connect().from('funnel_counts').insert(row).throwOnError();
    };
    const insertVisited = async (assistant: string, visited_at: string | null, name = 'Jan') => {
      const row = { vapi_assistant_id: assistant, contact_name: name, visited_at };
      await openProspects().insert(row).throwOnError();
    };

    proxy.testEverywhere(
      'counts what happened from Monday to Sunday, and in the week before',
      async () => {
        await insertSeen('2026-03-08', 70);
        await insertSeen('2026-03-09', 10);
        await insertSeen('2026-03-15', 1);
        await insertSeen('2026-03-16', 2);
        await insertSeen('2026-03-16', 400, '/', 'form_sent');
        await insertSeen('2026-03-22', 3, '/outreach');
        await insertSeen('2026-03-23', 50);
        const callDays = [
          { day: '2026-03-15', personal: false, calls: 4 },
          { day: '2026-03-16', personal: false, calls: 1 },
          { day: '2026-03-22', personal: true, calls: 2 },
          { day: '2026-03-23', personal: false, calls: 9 },
        ];
        await connect().from('call_days').insert(callDays).throwOnError();
        const requests: [created_at: string, handled_at: string | null, suspected_spam?: true][] = [
          ['2026-03-08T23:59:59.999Z', FIRST_MOMENT],
          ['2026-03-09T00:00:00Z', null],
          ['2026-03-10T12:00:00Z', JUST_BEFORE],
          [JUST_BEFORE, null],
          [FIRST_MOMENT, LAST_MOMENT],
          [LAST_MOMENT, JUST_AFTER],
          ['2026-03-18T12:00:00Z', null, true],
          [JUST_AFTER, null],
        ];
        for (const [n, [created_at, handled_at, suspected_spam = false]] of requests.entries()) {
          const request = createRequest(`person-${n}@example.com`);
          const row = { ...request, created_at, handled_at, suspected_spam };
          await proxy.openTable().insert(row).throwOnError();
        }
        await insertVisited('one', FIRST_MOMENT);
        await insertVisited('one', FIRST_MOMENT, 'Eva');
        await insertVisited('two', LAST_MOMENT);
        await insertVisited('three', JUST_BEFORE);
        await insertVisited('four', JUST_AFTER);
        await insertVisited('five', null);

        expect(await write()).toBe(true);
        expect(await readFacts()).toEqual([
          {
            from: '2026-03-16',
            to: '2026-03-22',
            prospects: 3,
            open: 4,
            visits: 5,
            calls: 3,
            requests: 2,
            answered: 2,
            visits_before: 11,
            calls_before: 4,
            requests_before: 3,
            answered_before: 1,
          },
        ]);
      },
    );

    test('knows from its last summary how many prospects came in the week before', async () => {
      await insertSeen('2026-03-02', 1);
      await insertVisited('one', '2026-03-10T12:00:00Z');
      await insertVisited('two', '2026-03-11T12:00:00Z');
      expect(await write('2026-03-16T07:00:00Z')).toBe(true);
      await openProspects()
        .update({ visited_at: '2026-03-17T12:00:00Z' })
        .eq('vapi_assistant_id', 'one');
      expect(await write()).toBe(true);
      const [first, second] = await readFacts();
      expect(first).toMatchObject({ from: '2026-03-09', prospects: 2 });
      expect(first).not.toHaveProperty('prospects_before');
      expect(second).toMatchObject({ from: '2026-03-16', prospects: 1, prospects_before: 2 });
    });

    test.each([
      ['2026-03-22T23:59:59Z', '2026-03-09'],
      ['2026-03-23T06:59:59Z', null],
      ['2026-03-23T07:00:00Z', '2026-03-16'],
      ['2026-03-29T23:59:59Z', '2026-03-16'],
      ['2026-03-30T06:59:59Z', null],
    ])('at %s sums up the week from %s', async (moment, from) => {
      await insertSeen('2026-03-02', 1);
      expect(await write(moment)).toBe(from !== null);
      expect((await readFacts()).map((facts) => facts.from)).toEqual(from ? [from] : []);
    });

    test('is written once, however many processes there are', async () => {
      await insertSeen('2026-03-02', 1);
      await Promise.all(Array.from({ length: 8 }, () => write()));
      expect(await write('2026-03-27T12:00:00Z')).toBe(false);
      expect(await readFacts()).toHaveLength(1);
      expect(await write('2026-03-30T07:00:00Z')).toBe(true);
    });

    test('of a quiet week is all zeros, and goes to the operator', async () => {
      await insertSeen('2026-01-05', 1);
      expect(await write()).toBe(true);
      const [alert] = await claim();
      expect(alert).toMatchObject({ subject: null, missing: ['webhook', 'mail'], address: null });
      const { from, to, ...figures } = alert?.facts ?? {};
      expect([from, to]).toEqual(['2026-03-16', '2026-03-22']);
      expect(figures).toMatchObject(
        Object.fromEntries(Object.keys(FIGURES).map((name) => [name, 0])),
      );
      expect(new Set(Object.values(figures))).toEqual(new Set([0]));
    });

    test('waits until visits have been counted for a week', async () => {
      await insertSeen('2026-03-23', 5);
      expect(await write()).toBe(false);
      expect(await readFacts()).toEqual([]);
    });

    test.each([
      ['2026-03-09', true],
      ['2026-03-10', false],
      ['2026-03-22', false],
    ])('of a site that counts since %s compares: %p', async (day, compares) => {
      await insertSeen(day, 5);
      expect(await write()).toBe(true);
      const names = Object.keys((await readFacts())[0] ?? {});
      expect(names).toContain('visits');
      expect(names.some((name) => name.endsWith('_before'))).toBe(compares);
    });
  });
}
