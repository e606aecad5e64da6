import { FUNNEL_EVENTS } from '@/lib/analytics/events';
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
    const steps = Object.keys(FUNNEL_EVENTS).filter((name) => !/^(lcp|inp|cls|ttfb)$/.test(name));

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

    test('the view has a column for each step, and the requests of the day', async () => {
      await Promise.all(steps.map((name) => countEvent(view, name, 'any')));
      await countEvent(view, 'call_active', 'another');
      await countEvent(view, 'lcp', '800');
      const handled_at = formatTimeAgo(0);
      for (const request of [
        createRequest('open@example.com'),
        { ...createRequest('handled@example.com'), handled_at },
        { ...createRequest('spam@example.com'), suspected_spam: true },
        { ...createRequest('person@example.com'), suspected_spam: true, handled_at },
      ])
        await proxy.openTable().insert(request).throwOnError();
      const { data } = await connect().from('funnel').select().order('page');
      const none = Object.fromEntries(steps.map((name) => [name, 0]));
      const ones = Object.fromEntries(steps.map((name) => [name, 1]));
      const any = { page: 'any', language: 'any', device: 'any', entry: 'any' };
      expect(data).toEqual([
        { day: formatDay(0), ...view, ...ones, call_active: 2, requests: 0, handled: 0 },
        { day: formatDay(0), ...any, ...none, requests: 3, handled: 2 },
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
        { ...createEvent('handled'), page: 'any', count: 0 },
        { ...createEvent('lcp', '800'), page: '/outreach', count: 1 },
        { ...seen, page: '/', count: 11 },
        { ...createEvent('requests'), page: 'any', count: 1 },
      ]);
    });
  });
}
