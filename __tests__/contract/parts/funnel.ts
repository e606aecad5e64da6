import { countEvent, readFunnel } from '@/lib/server/analytics/funnel';
import type { PageView } from '@/lib/server/analytics/funnel';
import { type TestDatabaseProxy, createRequest } from '../database-proxy';
import { DAY, formatTimeAgo } from '../outbox';

/** Tests the counters of what visitors do. */
export function describeFunnel(proxy: TestDatabaseProxy) {
  describe('the funnel', () => {
    const { connect } = proxy;
    const view: PageView = { page: '/', language: 'en', device: 'phone', entry: 'direct' };
    const formatDay = (daysAgo: number) => formatTimeAgo(daysAgo * DAY).slice(0, 10);
    const createEvent = (name: string, detail = '') => ({ event: name, detail });
    const seen = createEvent('page_seen');
    // All columns: Supabase Lite would take `count` alone for the number of rows.
    const readCounters = async () =>
      (await connect().from('funnel_counts').select().order('event').order('page').throwOnError())
        .data;

    afterEach(() =>
      expect(proxy.logged.filter((text) => text.includes('not counted'))).toEqual([]),
    );

    proxy.testEverywhere('counts events by day, page, language, device and entry', async () => {
      const personal: PageView = { ...view, page: '/outreach', language: 'cs' };
      await countEvent(view, 'dialog_opened', 'hero');
      await countEvent(personal, 'page_seen');
      await Promise.all(Array.from({ length: 64 }, () => countEvent(view, 'page_seen')));
      const day = formatDay(0);
      expect(await readCounters()).toEqual([
        { day, ...view, ...createEvent('dialog_opened', 'hero'), count: 1 },
        { day, ...view, ...seen, count: 64 },
        { day, ...personal, ...seen, count: 1 },
      ]);
    });

    test('the view has the counted events, and the requests of the day', async () => {
      await countEvent(view, 'call_active', '5');
      const handled_at = formatTimeAgo(0);
      for (const request of [
        createRequest('open@example.com'),
        { ...createRequest('handled@example.com'), handled_at },
        { ...createRequest('spam@example.com'), suspected_spam: true },
        { ...createRequest('person@example.com'), suspected_spam: true, handled_at },
      ])
        await proxy.openTable().insert(request).throwOnError();
      const { data } = await connect().from('funnel').select().order('event');
      const any = { page: 'any', language: 'any', device: 'any', entry: 'any' };
      const day = formatDay(0);
      expect(data).toEqual([
        { day, ...view, ...createEvent('call_active', '5'), count: 1 },
        { day, ...any, ...createEvent('handled'), count: 2 },
        { day, ...any, ...createEvent('requests'), count: 3 },
      ]);
    });

    test('sums start at the requested day', async () => {
      const counters = [0, 1, 2].map((ago) => ({
        day: formatDay(ago),
        ...view,
        ...seen,
        count: 5,
      }));
      await connect().from('funnel_counts').insert(counters).throwOnError();
      await countEvent({ ...view, device: 'desktop' }, 'page_seen');
      await countEvent({ ...view, page: '/outreach' }, 'lcp', '800');
      const created_at = formatTimeAgo(2 * DAY);
      await proxy.openTable().insert({ ...createRequest('old@example.com'), created_at });
      await proxy.openTable().insert(createRequest('new@example.com'));
      const sums = await readFunnel(formatDay(1), connect());
      expect(sums.sort((one, other) => one.event.localeCompare(other.event))).toEqual([
        { ...createEvent('lcp', '800'), page: '/outreach', count: 1 },
        { ...seen, page: '/', count: 11 },
        { ...createEvent('requests'), page: 'any', count: 1 },
      ]);
    });
  });
}
