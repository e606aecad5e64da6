import { endpoint } from '@/lib/server/endpoint';
import { getEnv } from '@/lib/server/env';
import { matchesSecret, readBearerToken } from '@/lib/server/http/request';
import { runBackgroundJobs, runDueJobs } from '@/lib/server/background-jobs';

// https://vercel.com/docs/cron-jobs/manage-cron-jobs#securing-cron-jobs
/** If no `CRON_SECRET` is set, anyone may ask, but the jobs run only if they are due. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: async ({ headers }) => {
    const { CRON_SECRET } = getEnv();
    const isOpen = CRON_SECRET === undefined && !headers.has('authorization');
    if (!isOpen && !matchesSecret(readBearerToken(headers), CRON_SECRET))
      return { ok: false, error: 'unauthorised' };
    await (isOpen ? runDueJobs() : runBackgroundJobs());
    return { ok: true };
  },
});
