import 'server-only';
import type { Answer } from '../http/answer';
import { runChores } from './chores';
import { env } from '../env';
import { bearerToken, isSecret } from '../http/secret';

/**
 * Answers `GET /api/cron`, with which a scheduler has the chores done where no process of ours has a timer. Vercel sends
 * `CRON_SECRET` by itself: https://vercel.com/docs/cron-jobs/manage-cron-jobs#securing-cron-jobs
 */
export async function handleCron({ headers }: Request): Promise<Answer> {
  if (!isSecret(bearerToken(headers), env().CRON_SECRET))
    return { ok: false, error: 'unauthorised' };
  await runChores();
  return { ok: true, body: { ok: true } };
}
