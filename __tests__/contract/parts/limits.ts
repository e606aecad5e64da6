import { consumeShared, FREE_TRIES, RULES } from '@/lib/server/http/rate-limit';
import { FORM_KEY } from '@/__tests__/support/contact-form';
import type { TestDatabaseProxy } from '../database-proxy';
import { formatTimeAgo } from '../outbox';

/** Tests the rate limits, which all instances share. */
export function describeLimits(proxy: TestDatabaseProxy) {
  describe('the shared limits', () => {
    const rule = 'contact per address';
    const { points: most, seconds: period } = RULES[rule];
    const openCounters = () => proxy.connect().from('rate_limits');
    const take = (subject: string, form: string | null = null) =>
      consumeShared([{ rule, subject }], form, new AbortController().signal);
    const listHits = async () =>
      (await openCounters().select('hits').order('hits').throwOnError()).data.map(
        ({ hits }) => hits,
      );
    const setEnd = (secondsLeft: number) =>
      openCounters()
        .update({ expires_at: formatTimeAgo(-1000 * secondsLeft) })
        .gt('hits', 0);

    proxy.testEverywhere(
      'allow as many of simultaneous requests from an address as the rule has',
      async () => {
        const waits = await Promise.all(Array.from({ length: 2 * most }, () => take('192.0.2.1')));
        expect(waits.filter((seconds) => seconds === 0)).toHaveLength(most);
        for (const seconds of waits.filter(Boolean)) {
          expect(seconds).toBeGreaterThan(period - 10);
          expect(seconds).toBeLessThanOrEqual(period);
        }
        expect(await take('192.0.2.2')).toBe(0);
      },
    );

    test('a form is counted once for its free tries, then like any other request', async () => {
      const { points, seconds } = FREE_TRIES;
      for (let n = 0; n < points; n += 1) expect(await take('192.0.2.1', 'form')).toBe(0);
      expect(await listHits()).toEqual([1, points]);
      const { data } = await openCounters().select('expires_at').eq('hits', points).single();
      const secondsLeft = (Date.parse(data?.expires_at ?? '') - Date.now()) / 1000;
      expect(secondsLeft).toBeGreaterThan(seconds - 10);
      expect(secondsLeft).toBeLessThanOrEqual(seconds);
      await take('192.0.2.1', 'form');
      expect(await listHits()).toEqual([1, 2]);
    });

    test('a form is counted for its address and its e-mail', async () => {
      await proxy.submit('eva@example.com', '', { idempotency_key: FORM_KEY });
      expect(await listHits()).toEqual([1, 1, 1, 1]);
    });

    test('reset counters after their period and delete old rows', async () => {
      for (let n = 0; n <= most; n += 1) await take('192.0.2.1');
      expect(await take('192.0.2.1')).toBeGreaterThan(0);
      await setEnd(-1);
      expect(await take('192.0.2.1')).toBe(0);
      expect(await listHits()).toEqual([1]);
      await setEnd(-1);
      await take('192.0.2.2');
      expect(await listHits()).toEqual([1]);
    });

    test('a window opened by a later request makes no one wait longer than the limit', async () => {
      for (let n = 0; n < most; n += 1) await take('192.0.2.1');
      // A transaction that began 0.9 s before the one that opened the counter finds it like this.
      await setEnd(period + 0.9);
      expect(await take('192.0.2.1')).toBe(period);
    });

    test('store nothing that identifies the counted visitor', async () => {
      await take('192.0.2.1', 'form');
      const hashed = { key: expect.stringMatching(/^[\w-]{27}$/) as string };
      expect((await openCounters().select('key')).data).toEqual([hashed, hashed]);
    });
  });
}
