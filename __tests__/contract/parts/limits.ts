import type * as limits from '@/lib/server/http/rate-limit';
import type { TestDatabaseProxy } from '../database-proxy';

/** Tests the rate limits, which all instances share. */
export function describeLimits(proxy: TestDatabaseProxy) {
  describe('the shared limits', () => {
    const { consumeShared, FREE_TRIES } = jest.requireActual<typeof limits>(
      '@/lib/server/http/rate-limit',
    );
    const openCounters = () => proxy.connect().from('rate_limits');
    const take = (subject: string, submission: string | null = null) =>
      consumeShared(
        [{ rule: 'contact per address', subject }],
        submission,
        // Without a timeout, for busy machines.
        new AbortController().signal,
      );

    beforeEach(async () => void (await openCounters().delete().neq('key', '')));

    test('allow 20 of 40 simultaneous requests from an address', async () => {
      const waits = await Promise.all(Array.from({ length: 40 }, () => take('192.0.2.1')));
      expect(waits.filter((seconds) => seconds === 0)).toHaveLength(20);
      for (const seconds of waits.filter(Boolean)) {
        expect(seconds).toBeGreaterThan(590);
        expect(seconds).toBeLessThanOrEqual(600);
      }
      expect(await take('192.0.2.2')).toBe(0);
    });

    test('a form is counted once for its free tries, then like any other request', async () => {
      const { points, seconds } = FREE_TRIES;
      for (let n = 0; n < points; n += 1) expect(await take('192.0.2.1', 'form')).toBe(0);
      const listHits = async () => (await openCounters().select('hits').order('hits')).data;
      expect(await listHits()).toEqual([{ hits: 1 }, { hits: points }]);
      const { data } = await openCounters()
        .select('expires_at')
        .eq('hits', points)
        .single()
        .throwOnError();
      const secondsLeft = (Date.parse(data.expires_at) - Date.now()) / 1000;
      expect(secondsLeft).toBeGreaterThan(seconds - 10);
      expect(secondsLeft).toBeLessThanOrEqual(seconds);
      await take('192.0.2.1', 'form');
      expect(await listHits()).toEqual([{ hits: 1 }, { hits: 2 }]);
    });

    test('reset counters after their period and delete old rows', async () => {
      for (let n = 0; n < 21; n += 1) await take('192.0.2.1');
      expect(await take('192.0.2.1')).toBeGreaterThan(0);
      await openCounters()
        .update({ expires_at: new Date(0).toISOString() })
        .gt('hits', 0);
      expect(await take('192.0.2.1')).toBe(0);
      expect((await openCounters().select('hits')).data).toEqual([{ hits: 1 }]);
      await openCounters()
        .update({ expires_at: new Date(0).toISOString() })
        .gt('hits', 0);
      await take('192.0.2.2');
      expect((await openCounters().select('hits')).data).toEqual([{ hits: 1 }]);
    });

    test('a window opened by a later request makes no one wait longer than the limit', async () => {
      for (let n = 0; n < 20; n += 1) await take('192.0.2.1');
      // A transaction that began 0.9 s before the one that opened the counter finds it like this.
      await openCounters()
        .update({ expires_at: new Date(Date.now() + 600_900).toISOString() })
        .gt('hits', 0);
      expect(await take('192.0.2.1')).toBe(600);
    });

    test('store nothing that identifies the counted visitor', async () => {
      await take('192.0.2.1', 'form');
      const hashed = { key: expect.stringMatching(/^[\w-]{27}$/) };
      expect((await openCounters().select('key')).data).toEqual([hashed, hashed]);
    });
  });
}
