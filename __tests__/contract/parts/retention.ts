import { keptByDatabase } from '@/lib/retention';
import { findLinkEnd } from '@/lib/server/outreach/ops-prospects';
import { type TestDatabaseProxy, createRequest } from '../database-proxy';
import { formatTimeAgo, DAY, HOUR, MINUTE, openOutbox } from '../outbox';
import type { Channel } from '@/lib/server/database/results';

/** Tests every promise of the privacy notice about how long something is kept. */
export function describeRetention(proxy: TestDatabaseProxy) {
  describe('the purge', () => {
    const { connect } = proxy;
    const { callDays, openDays, sumMonths } = keptByDatabase;
    const { openAlerts, listWritten, claim, makeOlder } = openOutbox(proxy);
    const runPurge = async (months?: number) => {
      const { data } = await connect()
        .rpc('purge_expired', months ? { months } : {})
        .throwOnError();
      // It announces open requests.
      await connect().rpc('tend_alerts', {}).throwOnError();
      return data as Partial<Record<string, number>> | null;
    };
    const tables = {
      strategy_sessions: 0,
      decisionMakers: 0,
      rate_limits: 0,
      alerts: 0,
      funnel_counts: 0,
      call_days: 0,
      calls: 0,
    };
    const nothing = { ...tables, failed: {} };
    /** Formats the time this many months ago, as SQL counts them, shifted by some milliseconds. */
    const formatMonthsAgo = (months: number, ms = 0) => {
      const then = findLinkEnd({ period_start: formatTimeAgo(0) }, -months);
      return new Date(then.getTime() + ms).toISOString();
    };
    const formatDay = (months: number, ms: number) => formatMonthsAgo(months, ms).slice(0, 10);
    const insertRequest = (name: string, created_at: string, isOpen = false) =>
      proxy.openTable().insert({
        ...createRequest(`${name}@example.com`),
        created_at,
        handled_at: isOpen ? null : formatTimeAgo(DAY),
      });
    const insertOpen = (name: string, created_at: string) => insertRequest(name, created_at, true);
    const updateRequests = (values: { handled_at: string; created_at?: string }) =>
      proxy.openTable().update(values).neq('email', '');
    const listNames = async () => {
      const { data } = await proxy.openTable().select('email').order('email').throwOnError();
      return data.map(({ email }) => email.split('@')[0]);
    };
    const readRetention = async () =>
      (await connect().from('retention').select().single().throwOnError()).data;

    beforeEach(() =>
      connect()
        .from('retention')
        .update({ months: 12, purged_at: null })
        .eq('one_row', true)
        .then(),
    );

    /** Delivers the announcements, as the site does, and moves the delivery back. */
    const deliverAnnouncements = async (ms = 0, channel: Channel = 'webhook') => {
      for (const { id } of (await claim()).filter(({ kind }) => kind === 'expiring'))
        await connect().rpc('settle_alert', { id, taken: [channel], again: false });
      if (ms > 0) await setDelivery(ms);
    };
    const setDelivery = (ms: number) =>
      openAlerts()
        .update({ sent_at: formatTimeAgo(ms) })
        .not('sent_at', 'is', null);

    proxy.testEverywhere(
      'deletes what has expired of every table, and nothing younger',
      async () => {
        const period = [formatMonthsAgo(12, -DAY), formatMonthsAgo(12, DAY)];
        const days = [formatDay(sumMonths, -2 * DAY), formatDay(sumMonths, 2 * DAY)];
        const since = (ms: number) => [formatTimeAgo(ms + MINUTE), formatTimeAgo(ms - MINUTE)];
        const view = { page: '/', language: 'en', device: 'phone', entry: 'direct' };
        const rows = {
          strategy_sessions: period.map((created_at, n) => {
            const { email, ...rest } = createRequest(`p${n}@example.com`);
            return { email, ...rest, created_at, handled_at: formatTimeAgo(DAY) };
          }),
          decisionMakers: period.map((time) => ({
            vapi_assistant_id: time.slice(0, 10),
            created_at: time,
            visited_at: time,
          })),
          rate_limits: since(0).map((expires_at) => ({ key: expires_at, hits: 1, expires_at })),
          alerts: since(30 * DAY).map((created_at) => ({
            dedupe: created_at,
            kind: 'calls-failing',
            created_at,
          })),
          funnel_counts: days.map((day) => ({ day, ...view, event: 'page_seen', count: 1 })),
          call_days: days.map((day) => ({ day, personal: false, calls: 1 })),
          calls: since(callDays * DAY).map((created_at) => ({
            id: created_at,
            created_at,
            personal: false,
            ends_by: created_at,
          })),
        };
        for (const [table, both] of Object.entries(rows))
          await connect()
            .from(table as 'alerts')
            .insert(both as never)
            .throwOnError();

        const oneOfEach = Object.keys(tables).map((table) => [table, 1]);
        expect(await runPurge()).toEqual({ ...nothing, ...Object.fromEntries(oneOfEach) });
        for (const [table, [, young]] of Object.entries(rows)) {
          const kept = connect().from(table as 'alerts');
          // Its first column tells it from the other one.
          const [[column, value] = []] = Object.entries(young ?? {});
          expect((await kept.select(column).throwOnError()).data).toEqual([
            { [column ?? '']: value },
          ]);
        }
        expect(await runPurge()).toEqual(nothing);
      },
    );

    test.each([
      ['was made', { created_at: formatMonthsAgo(12, DAY) }],
      ['was opened', { visited_at: formatMonthsAgo(12, DAY) }],
      ['was called or renewed', { renewed_at: formatMonthsAgo(12, DAY) }],
    ])('keeps a personal link for twelve months after it %s', async (_what, renewal) => {
      const old = formatMonthsAgo(30);
      const times = { created_at: old, visited_at: old, renewed_at: old };
      const links = connect().from('decisionMakers');
      await links.insert([
        { vapi_assistant_id: 'used', ...times, ...renewal },
        { vapi_assistant_id: 'unused', ...times },
        { vapi_assistant_id: 'never-used', created_at: old },
      ]);
      expect(await runPurge()).toEqual({ ...nothing, decisionMakers: 2 });
      const { data } = await links.select('vapi_assistant_id');
      expect(data).toEqual([{ vapi_assistant_id: 'used' }]);
    });

    test('deletes an open request only two weeks after its alert was delivered', async () => {
      await insertOpen('open', formatMonthsAgo(12, -30 * DAY));
      await insertOpen('soon', formatMonthsAgo(12, 13 * DAY));
      await insertOpen('later', formatMonthsAgo(12, 15 * DAY));
      await insertRequest('done', formatMonthsAgo(12, 13 * DAY));
      expect(await runPurge()).toEqual(nothing);
      const facts = { service: 'crm-integrations' };
      const { data } = await proxy
        .openTable()
        .select('id')
        .in('email', ['open@example.com', 'soon@example.com'])
        .order('id')
        .throwOnError();
      expect(await listWritten('expiring')).toEqual(
        data.map(({ id }) => ({ kind: 'expiring', subject: id, facts })),
      );

      await deliverAnnouncements(openDays * DAY - MINUTE);
      expect(await runPurge()).toEqual(nothing);
      await setDelivery(openDays * DAY);
      expect(await runPurge()).toEqual({ ...nothing, strategy_sessions: 1 });
      expect(await listNames()).toEqual(['done', 'later', 'soon']);
      expect(await listWritten('expiring')).toHaveLength(2);
    });

    test('deletes open suspected spam two weeks after one of its daily alerts', async () => {
      await insertOpen('spam', formatMonthsAgo(12, -DAY));
      await proxy.openTable().update({ suspected_spam: true }).neq('email', '');
      await openAlerts().insert({ dedupe: 'suspected 1', kind: 'suspected' });
      const purgeAfter = async (sent_at: string) => {
        await openAlerts().update({ sent_at }).neq('dedupe', '');
        return runPurge();
      };
      // Before the request came.
      expect(await purgeAfter(formatMonthsAgo(13))).toEqual(nothing);
      const young = formatTimeAgo(openDays * DAY - MINUTE);
      expect(await purgeAfter(young)).toEqual(nothing);
      expect(await listWritten('expiring')).toEqual([]);
      const old = formatTimeAgo(openDays * DAY);
      expect(await purgeAfter(old)).toEqual({ ...nothing, strategy_sessions: 1 });
    });

    test.each<[alert: string, prepare: () => PromiseLike<unknown>]>([
      ['was not delivered', async () => undefined],
      ['went to a visitor only', () => deliverAnnouncements(0, 'visitor')],
      ['was deleted', () => openAlerts().delete().neq('dedupe', '')],
    ])('keeps an open request whose alert %s', async (_alert, prepare) => {
      await insertOpen('open', formatMonthsAgo(12, -60 * DAY));
      await insertOpen('soon', formatMonthsAgo(12, 13 * DAY));
      await runPurge();
      await prepare();
      await makeOlder(20 * DAY);
      for (let run = 0; run < 2; run += 1) expect(await runPurge()).toEqual(nothing);
      expect(await listNames()).toEqual(['open', 'soon']);
    });

    test('counts the two weeks from the delivery, however late that was', async () => {
      await insertOpen('open', formatMonthsAgo(12, -60 * DAY));
      await runPurge();
      await deliverAnnouncements();
      await makeOlder(20 * DAY);
      expect(await runPurge()).toEqual(nothing);
      await setDelivery(openDays * DAY);
      // The second channel is no new delivery.
      const { data: alert } = await openAlerts().select('id').single().throwOnError();
      await connect().rpc('settle_alert', { id: alert.id, taken: ['mail'], again: false });
      expect(await runPurge()).toEqual({ ...nothing, strategy_sessions: 1 });
    });

    test('announces an open request again when no channel took it for three days', async () => {
      await insertOpen('open', formatMonthsAgo(12, -DAY));
      await runPurge();
      await claim();
      const announceAgain = async (ms: number) => {
        await makeOlder(ms);
        await runPurge();
        return claim();
      };
      expect(await announceAgain(3 * DAY - MINUTE)).toEqual([]);
      expect(await announceAgain(3 * DAY + MINUTE)).toMatchObject([{ kind: 'expiring' }]);
      expect(await listWritten('expiring')).toHaveLength(1);
      await updateRequests({ handled_at: formatTimeAgo(0), created_at: formatTimeAgo(DAY) });
      expect(await announceAgain(3 * DAY + MINUTE)).toEqual([]);
    });

    test('deletes an expired request at once after it was answered', async () => {
      await insertOpen('open', formatMonthsAgo(12, -DAY));
      await runPurge();
      await updateRequests({ handled_at: formatTimeAgo(0) });
      expect(await runPurge()).toMatchObject({ strategy_sessions: 1 });
    });

    test('uses the last period if none is given', async () => {
      await insertRequest('old', formatMonthsAgo(6, -DAY));
      await insertRequest('young', formatMonthsAgo(6, DAY));
      expect(await runPurge()).toEqual(nothing);
      expect(await readRetention()).toMatchObject({ months: 12 });
      expect(await runPurge(6)).toMatchObject({ strategy_sessions: 1 });
      await insertRequest('other', formatMonthsAgo(6, -DAY));
      expect(await runPurge()).toMatchObject({ strategy_sessions: 1 });
      expect(await readRetention()).toMatchObject({ months: 6 });
      expect(await listNames()).toEqual(['young']);
    });

    test.each([0, -1, 121])('refuses a period of %i months and deletes nothing', async (months) => {
      await insertRequest('old', formatMonthsAgo(120, -DAY));
      const { error } = await connect().rpc('purge_expired', { months });
      expect(error?.code).toBe('23514');
      expect(await listNames()).toEqual(['old']);
    });

    test('stores when it ran, even if its row was deleted', async () => {
      await connect().from('retention').delete().eq('one_row', true);
      await runPurge();
      const row = await readRetention();
      expect(row).toMatchObject({ months: 12 });
      expect(Math.abs(Date.parse(row.purged_at ?? '') - Date.now())).toBeLessThan(MINUTE);
    });

    test('deletes many rows over several runs', async () => {
      const expires_at = formatTimeAgo(HOUR);
      const counters = Array.from({ length: 5001 }, (_, n) => ({
        key: `${n}`,
        hits: 1,
        expires_at,
      }));
      await connect().from('rate_limits').insert(counters).throwOnError();
      expect(await runPurge()).toMatchObject({ rate_limits: 5000 });
      expect(await runPurge()).toMatchObject({ rate_limits: 1 });
    });
  });
}
