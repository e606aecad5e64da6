import { FUNNEL_EVENTS } from '@/lib/analytics/events';
import { countEvents, readFunnel } from '@/lib/server/observe/funnel-counts';
import type { PageView } from '@/lib/server/observe/page-view';
import { createDatabaseClient } from '@/lib/server/database/supabase';
import type { Expected } from './contract';
import { type DatabaseLink, createRequest } from './line';

const DAY = 24 * 3600 * 1000;

/** The counters of what visitors do. */
export function describeFunnel(line: DatabaseLink, expected: Expected) {
  describe('the funnel', () => {
    const db = (key = line.database().secretKey) => createDatabaseClient(line.database().url, key);
    const view: PageView = { page: '/', language: 'en', device: 'phone', entry: 'direct' };
    const formatDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const today = () => formatDay(Date.now());
    const event = (name: string, detail = '') => ({ event: name, detail });
    const counters = async () => {
      // All columns: Supabase Lite would take `count` alone for the number of rows.
      const { data } = await db().from('funnel_counts').select().order('event');
      return data?.map(({ event: name, detail, count }) => ({ event: name, detail, count }));
    };
    const steps = Object.keys(FUNNEL_EVENTS).filter((name) => !/^(lcp|inp|cls|ttfb)$/.test(name));

    beforeEach(async () => {
      // However busy the machine is: what these tests ask is what the database says.
      jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
      await db().from('funnel_counts').delete().neq('event', '');
    });
    afterEach(() => expect(line.logged.filter((text) => text.includes('not counted'))).toEqual([]));

    test('counts events by day, page, language, device and entry', async () => {
      await countEvents(view, [event('page_seen'), event('dialog_opened', 'hero')]);
      await countEvents(view, [event('page_seen')]);
      await countEvents({ ...view, page: '/outreach', language: 'cs' }, [event('page_seen')]);
      const { data } = await db()
        .from('funnel_counts')
        .select()
        .order('event')
        .order('page', { ascending: true });
      expect(data).toEqual([
        { day: today(), ...view, ...event('dialog_opened', 'hero'), count: 1 },
        { day: today(), ...view, ...event('page_seen'), count: 2 },
        {
          day: today(),
          ...view,
          page: '/outreach',
          language: 'cs',
          ...event('page_seen'),
          count: 1,
        },
      ]);
    });

    test('counts a duplicate event in one post once', async () => {
      await countEvents(view, [event('page_seen'), event('page_seen'), event('call_near')]);
      expect(await counters()).toEqual([
        { ...event('call_near'), count: 1 },
        { ...event('page_seen'), count: 1 },
      ]);
    });

    test('loses none of 64 simultaneous posts, in any order of events', async () => {
      const events = [event('page_seen'), event('call_near'), event('form_sent')];
      const posts = Array.from({ length: 64 }, (_, n) =>
        countEvents(view, n % 2 ? events : events.toReversed()),
      );
      await Promise.all(posts);
      expect((await counters())?.map(({ count }) => count)).toEqual([64, 64, 64]);
    }, 30_000);

    test('the view has a column for each step, and the requests of the day', async () => {
      await countEvents(
        view,
        steps.map((name) => event(name, 'any')),
      );
      await countEvents(view, [event('call_active', 'another'), event('lcp', '800')]);
      const requests = [
        createRequest('open@example.com'),
        { ...createRequest('handled@example.com'), handled_at: new Date().toISOString() },
        { ...createRequest('spam@example.com'), suspected_spam: true },
        {
          ...createRequest('person@example.com'),
          suspected_spam: true,
          handled_at: new Date().toISOString(),
        },
      ];
      for (const request of requests) expect((await line.table().insert(request)).error).toBeNull();
      const { data } = await db().from('funnel').select().order('page');
      const none = Object.fromEntries(steps.map((name) => [name, 0]));
      const ones = Object.fromEntries(steps.map((name) => [name, 1]));
      const any = { page: 'any', language: 'any', device: 'any', entry: 'any' };
      expect(data).toEqual([
        { day: today(), ...view, ...ones, call_active: 2, requests: 0, handled: 0 },
        { day: today(), ...any, ...none, requests: 3, handled: 2 },
      ]);
    });

    test('sums start at the requested day', async () => {
      const days = [0, 1, 2].map((ago) => formatDay(Date.now() - ago * DAY));
      for (const day of days)
        await db()
          .from('funnel_counts')
          .insert({ day, ...view, event: 'page_seen', count: 5 });
      await countEvents({ ...view, device: 'desktop' }, [event('page_seen')]);
      await countEvents({ ...view, page: '/outreach' }, [event('lcp', '800')]);
      const old = new Date(Date.now() - 2 * DAY).toISOString();
      await line.table().insert({ ...createRequest('old@example.com'), created_at: old });
      await line.table().insert(createRequest('new@example.com'));
      const sums = await readFunnel(days[1] ?? '', db());
      const sorted = sums.sort((one, other) => one.event.localeCompare(other.event));
      expect(sorted).toEqual([
        { ...event('handled'), page: 'any', count: 0 },
        { ...event('lcp', '800'), page: '/outreach', count: 1 },
        { ...event('page_seen'), page: '/', count: 11 },
        { ...event('requests'), page: 'any', count: 1 },
      ]);
    });

    test('counters of 25 months are deleted with the next event, a hundred at a time', async () => {
      const monthsAgo = (months: number) => {
        const day = new Date();
        day.setUTCDate(1);
        day.setUTCMonth(day.getUTCMonth() - months);
        return formatDay(day.getTime());
      };
      const row = (day: string, detail: string) => ({
        day,
        ...view,
        event: 'call_ended',
        detail,
        count: 1,
      });
      await db()
        .from('funnel_counts')
        .insert([
          ...Array.from({ length: 120 }, (_, n) => row(monthsAgo(26), String(n))),
          row(monthsAgo(24), 'kept'),
        ]);
      const left = async () =>
        (await counters())?.filter(({ event: name }) => name !== 'page_seen');
      await countEvents(view, [event('page_seen')]);
      expect(await left()).toHaveLength(21);
      await countEvents(view, [event('page_seen')]);
      expect(await left()).toEqual([{ ...event('call_ended', 'kept'), count: 1 }]);
    });

    test('the public key can neither read, change nor count events', async () => {
      await countEvents(view, [event('page_seen')]);
      await line.table().insert(createRequest('eva@example.com'));
      const open = db(line.database().publicKey);
      const reads = [open.from('funnel_counts').select(), open.from('funnel').select()];
      for (const reading of reads) {
        const read = await reading.retry(false);
        expect({ status: read.status, code: read.error?.code }).toEqual(expected.publicReads);
        expect(read.data ?? []).toEqual([]);
      }
      const row = { day: today(), ...view, event: 'page_seen', detail: 'x', count: 9 };
      expect((await open.from('funnel_counts').insert(row)).error?.code).toBe('42501');
      await open.from('funnel_counts').update({ count: 9 }).eq('event', 'page_seen');
      await open.from('funnel_counts').delete().eq('event', 'page_seen');
      const answers = await Promise.all([
        open.rpc('count_events', { ...view, events: [event('page_seen')] }),
        open.rpc('read_funnel', { since: today() }),
      ]);
      expect(answers.map(({ error }) => error?.code)).toEqual(['42501', '42501']);
      expect(await counters()).toEqual([{ ...event('page_seen'), count: 1 }]);
    });
  });
}
