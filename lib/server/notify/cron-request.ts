import 'server-only';
import type { Answer } from '@/lib/server/http/answer';
import { runChores } from './chores';
import { env } from '@/lib/server/env';
import { bearerToken, isSecret } from '@/lib/server/http/secret';

/**
 * Answers `GET /api/cron`, which a scheduler calls on serverless hosts. Vercel sends `CRON_SECRET`
 * automatically: https://vercel.com/docs/cron-jobs/manage-cron-jobs#securing-cron-jobs
 */
export async function handleCron({ headers }: Request): Promise<Answer> {
  if (!isSecret(bearerToken(headers), env().CRON_SECRET))
    return { ok: false, error: 'unauthorised' };
  await runChores();
  return { ok: true, body: { ok: true } };
}
