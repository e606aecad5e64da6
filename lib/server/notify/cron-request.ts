import 'server-only';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { runBackgroundJobs } from './background-jobs';
import { getEnv } from '@/lib/server/env';
import { readBearerToken, matchesSecret } from '@/lib/server/http/secret';

// https://vercel.com/docs/cron-jobs/manage-cron-jobs#securing-cron-jobs
/** Answers `GET /api/cron`. Vercel sends `CRON_SECRET` automatically. */
export async function handleCron({ headers }: Request): Promise<HandlerResult> {
  if (!matchesSecret(readBearerToken(headers), getEnv().CRON_SECRET))
    return { ok: false, error: 'unauthorised' };
  await runBackgroundJobs();
  return { ok: true, body: { ok: true } };
}
