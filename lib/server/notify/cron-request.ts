import 'server-only';
import type { HandlerResult } from '@/lib/server/http/handler-result';
import { runBackgroundJobs, runDueJobs } from './background-jobs';
import { getEnv } from '@/lib/server/env';
import { readBearerToken, matchesSecret } from '@/lib/server/http/crypto';

// https://vercel.com/docs/cron-jobs/manage-cron-jobs#securing-cron-jobs
/**
 * Answers `GET /api/cron`: runs the background jobs for a scheduler with `CRON_SECRET`, which
 * Vercel sends automatically. If none is set, anyone may ask, but they run only if they are due.
 */
export async function handleCron({ headers }: Request): Promise<HandlerResult> {
  const { CRON_SECRET } = getEnv();
  const isOpen = CRON_SECRET === undefined && !headers.has('authorization');
  if (!isOpen && !matchesSecret(readBearerToken(headers), CRON_SECRET))
    return { ok: false, error: 'unauthorised' };
  await (isOpen ? runDueJobs() : runBackgroundJobs());
  return { ok: true, body: { ok: true } };
}
