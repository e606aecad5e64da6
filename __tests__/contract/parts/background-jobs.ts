import { createPost } from '@/__tests__/lib/server/create-post';
import { after } from 'next/server';
import { GET as getCron } from '@/app/api/cron/route';
import { POST as postVisit } from '@/app/api/visit/route';
import { runDueJobs } from '@/lib/server/background-jobs';
import { becomeServerless, SITE } from '@/__tests__/lib/server/settings';
import { resetSharedState } from '@/__tests__/support/shared-state';
import { type TestDatabaseProxy, createRequest } from '../database-proxy';
import { formatTimeAgo, DAY, HOUR, MINUTE, openOutbox } from '../outbox';

const visit = () => {
  const headers = { origin: SITE, 'user-agent': 'Mozilla/5.0' };
  return postVisit(createPost('/api/visit', { vapi_assistant_id: 'unknown' }, headers));
};

/** Tests that a host without timers, channels and `CRON_SECRET` keeps the promises. */
export function describeBackgroundJobs(proxy: TestDatabaseProxy) {
  describe('a serverless host with nothing configured', () => {
    const { listWritten } = openOutbox(proxy);
    const listEmails = async () =>
      (await proxy.openTable().select('email').order('email').throwOnError()).data.map(
        ({ email }) => email,
      );
    const becomeAnotherInstance = () => {
      resetSharedState();
      becomeServerless();
    };
    /** Does what the host does once a request is answered. */
    const runWorkAfterResponse = async () => {
      for (const [work] of jest.mocked(after).mock.calls.splice(0))
        await (work as () => Promise<void>)();
    };
    const setLastRun = (jobs_at: string | null) =>
      proxy.connect().from('retention').update({ jobs_at, months: 12 }).eq('one_row', true);

    beforeEach(async () => {
      becomeAnotherInstance();
      jest.mocked(after).mockReset();
      await setLastRun(null);
      const [old, late] = [formatTimeAgo(400 * DAY), formatTimeAgo(21 * HOUR)];
      await proxy.openTable().insert([
        { ...createRequest('expired@example.com'), created_at: old, handled_at: old },
        { ...createRequest('late@example.com'), created_at: late, handled_at: null },
      ]);
    });

    test('does so after a request is answered', async () => {
      await visit();
      expect(await listEmails()).toContain('expired@example.com');
      await runWorkAfterResponse();
      expect(await listEmails()).not.toContain('expired@example.com');
      expect(await listWritten('overdue')).toHaveLength(1);
    });

    test('does so when Vercel’s daily cron asks without a secret', async () => {
      const response = await getCron(new Request('http://localhost:3000/api/cron'));
      expect(response.status).toBe(200);
      expect(await listEmails()).toEqual(['late@example.com']);
      expect(await listWritten('overdue')).toHaveLength(1);
    });

    test('does so once an hour, however many instances there are', async () => {
      for (const [ms, count] of [
        [HOUR - MINUTE, 2],
        [HOUR, 1],
      ] as const) {
        await setLastRun(formatTimeAgo(ms));
        becomeAnotherInstance();
        await visit();
        await runWorkAfterResponse();
        expect(await listEmails()).toHaveLength(count);
      }
    });

    test('does so in one of many instances that ask at once', async () => {
      proxy.calls = [];
      const ask = () => (becomeAnotherInstance(), runDueJobs());
      await Promise.all(Array.from({ length: 16 }, ask));
      // `claim_jobs` by each, then `tend_alerts` and `purge_expired` by one.
      expect(proxy.calls).toHaveLength(16 + 2);
    });
  });
}
