import { FUNNEL_EVENTS } from '@/lib/analytics/events';
import { countEvents, readFunnel } from '@/lib/server/analytics/funnel';
import type { PageView } from '@/lib/server/analytics/funnel';
import { disableTimeouts, type TestDatabaseProxy, createRequest } from '../database-proxy';
import { DAY } from '../outbox';

/** Tests the counters of what visitors do. */
export function describeFunnel(proxy: TestDatabaseProxy) {
  describe('the funnel', () => {
    const { connect } = proxy;
    const view: PageView = { page: '/', language: 'en', device: 'phone', entry: 'direct' };
    const formatDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const formatToday = () => formatDay(Date.now());
    const createEvent = (name: string, detail = '') => ({ event: name, detail });
    const readCounters = async () => {
      // All columns: Supabase Lite would take `count` alone for the number of rows.
      const { data } = await connect().from('funnel_counts').select().order('event').throwOnError();
      return data.map(({ event: name, detail, count }) => ({ event: name, detail, count }));
    };
    const steps = Object.keys(FUNNEL_EVENTS).filter((name) => !/^(lcp|inp|cls|ttfb)$/.test(name));

    beforeEach(async () => {
      disableTimeouts();
      await connect().from('funnel_counts').delete().neq('event', '');
    });
    afterEach(() =>
      expect(proxy.logged.filter((text) => text.includes('not counted'))).toEqual([]),
    );

    test('counts events by day, page, language, device and entry', async () => {
      await countEvents(view, [createEvent('page_seen'), createEvent('dialog_opened', 'hero')]);
      await countEvents(view, [createEvent('page_seen')]);
      await countEvents({ ...view, page: '/outreach', language: 'cs' }, [createEvent('page_seen')]);
      const { data } = await connect()
        .from('funnel_counts')
        .select()
        .order('event')
        .order('page', { ascending: true });
      expect(data).toEqual([
        { day: formatToday(), ...view, ...createEvent('dialog_opened', 'hero'), count: 1 },
        { day: formatToday(), ...view, ...createEvent('page_seen'), count: 2 },
        {
          day: formatToday(),
          ...view,
          page: '/outreach',
          language: 'cs',
          ...createEvent('page_seen'),
          count: 1,
        },
      ]);
    });

    test('counts a duplicate event in one post once', async () => {
      await countEvents(view, [
        createEvent('page_seen'),
        createEvent('page_seen'),
        createEvent('call_near'),
      ]);
      expect(await readCounters()).toEqual([
        { ...createEvent('call_near'), count: 1 },
        { ...createEvent('page_seen'), count: 1 },
      ]);
    });

    test('loses none of 64 simultaneous posts, in any order of events', async () => {
      const events = [createEvent('page_seen'), createEvent('call_near'), createEvent('form_sent')];
      const posts = Array.from({ length: 64 }, (_, n) =>
        countEvents(view, n % 2 ? events : events.toReversed()),
      );
      await Promise.all(posts);
      expect((await readCounters())?.map(({ count }) => count)).toEqual([64, 64, 64]);
    });

    test('the view has a column for each step, and the requests of the day', async () => {
      await countEvents(
        view,
        steps.map((name) => createEvent(name, 'any')),
      );
      await countEvents(view, [createEvent('call_active', 'another'), createEvent('lcp', '800')]);
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
      for (const request of requests)
        expect((await proxy.openTable().insert(request)).error).toBeNull();
      const { data } = await connect().from('funnel').select().order('page');
      const none = Object.fromEntries(steps.map((name) => [name, 0]));
      const ones = Object.fromEntries(steps.map((name) => [name, 1]));
      const any = { page: 'any', language: 'any', device: 'any', entry: 'any' };
      expect(data).toEqual([
        { day: formatToday(), ...view, ...ones, call_active: 2, requests: 0, handled: 0 },
        { day: formatToday(), ...any, ...none, requests: 3, handled: 2 },
      ]);
    });

    test('sums start at the requested day', async () => {
      const days = [0, 1, 2].map((ago) => formatDay(Date.now() - ago * DAY));
      for (const day of days)
        await connect()
          .from('funnel_counts')
          .insert({ day, ...view, event: 'page_seen', count: 5 });
      await countEvents({ ...view, device: 'desktop' }, [createEvent('page_seen')]);
      await countEvents({ ...view, page: '/outreach' }, [createEvent('lcp', '800')]);
      const old = new Date(Date.now() - 2 * DAY).toISOString();
      await proxy.openTable().insert({ ...createRequest('old@example.com'), created_at: old });
      await proxy.openTable().insert(createRequest('new@example.com'));
      const sums = await readFunnel(days[1] ?? '', connect());
      const sorted = sums.sort((one, other) => one.event.localeCompare(other.event));
      expect(sorted).toEqual([
        { ...createEvent('handled'), page: 'any', count: 0 },
        { ...createEvent('lcp', '800'), page: '/outreach', count: 1 },
        { ...createEvent('page_seen'), page: '/', count: 11 },
        { ...createEvent('requests'), page: 'any', count: 1 },
      ]);
    });
  });
}
