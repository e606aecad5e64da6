import { keptByDatabase } from '@/lib/retention';
import { findLinkEnd } from '@/lib/server/outreach/ops-prospects';
import type { Expected } from '../expected';
import { type TestDatabaseProxy, createRequest } from '../database-proxy';
import { ALL_CHANNELS, formatTimeAgo, DAY, HOUR, MINUTE, openOutbox } from '../outbox';
import type { Channel } from '@/lib/server/database/results';

/** Tests every promise of the privacy notice about how long something is kept. */
export function describeRetention(proxy: TestDatabaseProxy, expected: Expected) {
  describe('the purge', () => {
    const { connect } = proxy;
    const { openDays } = keptByDatabase;
    const { openAlerts, listWritten, claim, makeOlder } = openOutbox(proxy);
    const runPurge = async (months?: number) => {
      const { data, error } = await connect().rpc('purge_expired', months ? { months } : {});
      expect(error).toBeNull();
      return data as Partial<Record<string, number>> | null;
    };
    const tables = { strategy_sessions: 0, decisionMakers: 0, rate_limits: 0, alerts: 0 };
    const countedTables = { funnel_counts: 0, call_days: 0, calls: 0 };
    const nothing = { ...tables, ...countedTables, expiring: 0, unannounced: 0, failed: {} };
    /** Formats the time this many months ago, as SQL counts them, shifted by some milliseconds. */
    const formatMonthsAgo = (months: number, ms = 0) => {
      const then = findLinkEnd({ period_start: formatTimeAgo(0) }, -months);
      return new Date(then.getTime() + ms).toISOString();
    };
    const formatDay = (time: string) => time.slice(0, 10);
    const request = (
      email: string,
      created_at: string,
      handled_at: string | null = formatTimeAgo(DAY),
    ) => proxy.openTable().insert({ ...createRequest(email), created_at, handled_at });
    const listEmails = async () => {
      const { data } = await proxy.openTable().select('email').order('email').throwOnError();
      return data.map(({ email }) => email.split('@')[0]);
    };

    beforeEach(async () => {
      await connect().from('decisionMakers').delete().neq('vapi_assistant_id', '');
      await connect().from('rate_limits').delete().neq('key', '');
      await connect().from('calls').delete().neq('id', '');
      await connect().from('call_days').delete().gte('calls', 0);
      await connect().from('funnel_counts').delete().gte('count', 0);
      await connect().from('retention').update({ months: 12, purged_at: null }).eq('one_row', true);
    });

    /** Delivers the announcements, as the site does, and moves the delivery back. */
    const deliverAnnouncements = async (ms = 0, channel: Channel = 'webhook') => {
      const due = await claim(ALL_CHANNELS);
      for (const { id } of due.filter(({ kind }) => kind === 'expiring'))
        await connect().rpc('settle_alert', { id, taken: [channel], again: false });
      if (ms > 0)
        await openAlerts()
          .update({ sent_at: formatTimeAgo(ms) })
          .not('sent_at', 'is', null);
    };

    test('deletes what has expired of every table, and nothing younger', async () => {
      const { callDays, sumMonths } = keptByDatabase;
      await request('old@example.com', formatMonthsAgo(12, -DAY));
      await request('young@example.com', formatMonthsAgo(12, DAY));
      const createProspect = (vapi_assistant_id: string, created_at: string) => ({
        vapi_assistant_id,
        created_at,
        visited_at: created_at,
        renewed_at: created_at,
      });
      await connect()
        .from('decisionMakers')
        .insert([
          createProspect('old', formatMonthsAgo(12, -DAY)),
          createProspect('young', formatMonthsAgo(12, DAY)),
        ]);
      await connect()
        .from('rate_limits')
        .insert([
          { key: 'old', hits: 1, expires_at: formatTimeAgo(1000) },
          { key: 'young', hits: 1, expires_at: formatTimeAgo(-HOUR) },
        ]);
      const createCallRow = (id: string, created_at: string) => ({
        id,
        created_at,
        caller: null,
        personal: false,
        ends_by: created_at,
      });
      await connect()
        .from('calls')
        .insert([
          createCallRow('old', formatTimeAgo(callDays * DAY + MINUTE)),
          createCallRow('young', formatTimeAgo(callDays * DAY - MINUTE)),
        ]);
      const days = [formatMonthsAgo(sumMonths, -2 * DAY), formatMonthsAgo(sumMonths, 2 * DAY)].map(
        formatDay,
      );
      const [oldDay = '', youngDay = ''] = days;
      await connect()
        .from('call_days')
        .insert(days.map((day) => ({ day, personal: false, calls: 1 })));
      const view = { page: '/', language: 'en', device: 'phone', entry: 'direct' };
      await connect()
        .from('funnel_counts')
        .insert(days.map((day) => ({ ...view, day, event: 'page_seen', count: 1 })));
      const createAlertRow = (dedupe: string, created_at: string) => ({
        kind: 'calls-failing' as const,
        dedupe,
        created_at,
      });
      await openAlerts().insert([
        createAlertRow('old', formatTimeAgo(30 * DAY + MINUTE)),
        createAlertRow('young', formatTimeAgo(30 * DAY - MINUTE)),
      ]);

      const oneOfEach = Object.keys({ ...tables, ...countedTables }).map((table) => [table, 1]);
      expect(await runPurge()).toEqual({ ...nothing, ...Object.fromEntries(oneOfEach) });
      expect(await listEmails()).toEqual(['young']);
      expect(oldDay < youngDay).toBe(true);
      for (const [table, column, value] of [
        ['decisionMakers', 'vapi_assistant_id', 'young'],
        ['rate_limits', 'key', 'young'],
        ['calls', 'id', 'young'],
        ['call_days', 'day', youngDay],
        ['funnel_counts', 'day', youngDay],
        ['alerts', 'dedupe', 'young'],
      ] as const)
        expect([table, (await connect().from(table).select(column)).data]).toEqual([
          table,
          [{ [column]: value }],
        ]);
      expect(await runPurge()).toEqual(nothing);
    });

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
      expect((await links.select('vapi_assistant_id')).data).toEqual([
        { vapi_assistant_id: 'used' },
      ]);
    });

    test('deletes an open request only two weeks after its alert was delivered', async () => {
      await request('open@example.com', formatMonthsAgo(12, -30 * DAY), null);
      await request('soon@example.com', formatMonthsAgo(12, 13 * DAY), null);
      await request('later@example.com', formatMonthsAgo(12, 15 * DAY), null);
      await request('done@example.com', formatMonthsAgo(12, 13 * DAY));
      expect(await runPurge()).toEqual({ ...nothing, unannounced: 1 });
      const facts = { service: 'crm-integrations', suspected_spam: false };
      const { data } = await proxy
        .openTable()
        .select('id')
        .in('email', ['open@example.com', 'soon@example.com'])
        .throwOnError();
      const subjects = data.map(({ id }) => id).sort();
      const listAnnounced = async () =>
        (await listWritten('expiring')).sort((a, b) =>
          (a.subject ?? '').localeCompare(b.subject ?? ''),
        );
      expect(await listAnnounced()).toEqual(
        subjects.map((subject) => ({ kind: 'expiring', subject, facts })),
      );

      await deliverAnnouncements(openDays * DAY - MINUTE);
      expect(await runPurge()).toEqual({ ...nothing, expiring: 2 });
      await deliverAnnouncements(openDays * DAY);
      expect(await runPurge()).toEqual({ ...nothing, strategy_sessions: 1, expiring: 1 });
      expect(await listEmails()).toEqual(['done', 'later', 'soon']);
      expect(await listAnnounced()).toHaveLength(2);
    });

    test.each<[alert: string, prepare: () => PromiseLike<unknown>]>([
      ['was not delivered', async () => undefined],
      ['went to a visitor only', () => deliverAnnouncements(0, 'visitor')],
      ['was deleted', () => openAlerts().delete().neq('dedupe', '')],
    ])('keeps an open request whose alert %s, and counts it', async (_alert, prepare) => {
      await request('open@example.com', formatMonthsAgo(12, -60 * DAY), null);
      await request('spam@example.com', formatMonthsAgo(12, 13 * DAY), null);
      await runPurge();
      await prepare();
      await makeOlder(20 * DAY);
      for (let run = 0; run < 2; run += 1)
        expect(await runPurge()).toEqual({ ...nothing, unannounced: 1 });
      expect(await listEmails()).toEqual(['open', 'spam']);
      const { data } = await connect().from('retention').select('expiring, unannounced').single();
      expect(data).toEqual({ expiring: 0, unannounced: 1 });
    });

    test('counts the two weeks from the delivery, however late that was', async () => {
      await request('open@example.com', formatMonthsAgo(12, -60 * DAY), null);
      await runPurge();
      await deliverAnnouncements();
      await makeOlder(20 * DAY);
      expect(await runPurge()).toEqual({ ...nothing, expiring: 1 });
      const { data: alert } = await openAlerts().select('id').single().throwOnError();
      const sent_at = formatTimeAgo(openDays * DAY);
      await openAlerts().update({ sent_at }).neq('dedupe', '');
      // The second channel is no new delivery.
      await connect().rpc('settle_alert', { id: alert.id, taken: ['mail'], again: false });
      expect(await runPurge()).toEqual({ ...nothing, strategy_sessions: 1 });
    });

    test('announces an open request again when no channel took it for three days', async () => {
      await request('open@example.com', formatMonthsAgo(12, -DAY), null);
      await runPurge();
      await claim(ALL_CHANNELS);
      const announceAgain = async (ms: number) => {
        await makeOlder(ms);
        await runPurge();
        return claim(ALL_CHANNELS);
      };
      expect(await announceAgain(3 * DAY - MINUTE)).toEqual([]);
      expect(await announceAgain(3 * DAY + MINUTE)).toMatchObject([{ kind: 'expiring' }]);
      expect(await listWritten('expiring')).toHaveLength(1);

      await proxy
        .openTable()
        .update({ handled_at: formatTimeAgo(0), created_at: formatTimeAgo(DAY) })
        .neq('email', '');
      expect(await announceAgain(3 * DAY + MINUTE)).toEqual([]);
    });

    test('has replaced the function that deleted open requests unannounced', async () => {
      await request('open@example.com', formatMonthsAgo(12, -DAY), null);
      const call = connect().rpc as unknown as (name: string) => PromiseLike<{ error: unknown }>;
      expect((await call.call(connect(), 'delete_old_requests')).error).not.toBeNull();
      expect(await listEmails()).toEqual(['open']);
    });

    test('deletes an expired request at once after it was answered', async () => {
      await request('open@example.com', formatMonthsAgo(12, -DAY), null);
      await runPurge();
      await proxy
        .openTable()
        .update({ handled_at: formatTimeAgo(0) })
        .neq('email', '');
      expect(await runPurge()).toMatchObject({ strategy_sessions: 1, expiring: 0 });
    });

    test('uses the last period if none is given', async () => {
      const readPeriod = () => connect().from('retention').select('months').single();
      await request('old@example.com', formatMonthsAgo(6, -DAY));
      await request('young@example.com', formatMonthsAgo(6, DAY));
      expect(await runPurge()).toEqual(nothing);
      expect((await readPeriod()).data).toEqual({ months: 12 });
      expect(await runPurge(6)).toMatchObject({ strategy_sessions: 1 });
      await request('other@example.com', formatMonthsAgo(6, -DAY));
      expect(await runPurge()).toMatchObject({ strategy_sessions: 1 });
      expect((await readPeriod()).data).toEqual({ months: 6 });
      expect(await listEmails()).toEqual(['young']);
    });

    test.each([0, -1, 121])('refuses a period of %i months and deletes nothing', async (months) => {
      await request('old@example.com', formatMonthsAgo(120, -DAY));
      const { error } = await connect().rpc('purge_expired', { months });
      expect(error?.code).toBe(expected.checkViolation.code);
      expect(await listEmails()).toEqual(['old']);
    });

    test('stores when it ran, even if its row was deleted', async () => {
      await request('open@example.com', formatMonthsAgo(12), null);
      await connect().from('retention').delete().eq('one_row', true);
      await runPurge();
      const { data } = await connect()
        .from('retention')
        .select('months, purged_at, expiring, unannounced');
      expect(data).toEqual([
        { months: 12, purged_at: expect.any(String), expiring: 0, unannounced: 1 },
      ]);
      expect(Math.abs(Date.parse(data?.[0]?.purged_at ?? '') - Date.now())).toBeLessThan(MINUTE);
    });

    test('concurrent purges delete each row once', async () => {
      const many = Array.from({ length: 300 }, (_, n) => ({
        ...createRequest(`old-${n}@example.com`),
        created_at: formatMonthsAgo(12, -DAY),
        handled_at: formatTimeAgo(DAY),
      }));
      await proxy.openTable().insert(many);
      const runs = await Promise.all(Array.from({ length: 8 }, () => runPurge()));
      const deleted = runs.map((counts) => counts?.strategy_sessions ?? 0);
      expect(deleted.reduce((sum, each) => sum + each, 0)).toBe(300);
      expect(await proxy.countRows()).toBe(0);
    });

    test('deletes many rows over several runs', async () => {
      const limits = Array.from({ length: 5001 }, (_, n) => ({
        key: `old-${n}`,
        hits: 1,
        expires_at: formatTimeAgo(DAY),
      }));
      expect((await connect().from('rate_limits').insert(limits)).error).toBeNull();
      expect(await runPurge()).toMatchObject({ rate_limits: 5000 });
      expect(await runPurge()).toMatchObject({ rate_limits: 1 });
    });
  });
}
