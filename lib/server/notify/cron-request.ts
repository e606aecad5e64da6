import 'server-only';
import type { Answer } from '@/lib/server/http/answer';
import { runChores } from './chores';
import { env } from '@/lib/server/env';
import { bearerToken, isSecret } from '@/lib/server/http/secret';

// https://vercel.com/docs/cron-jobs/manage-cron-jobs#securing-cron-jobs
/** Answers `GET /api/cron`. Vercel sends `CRON_SECRET` automatically. */
export async function handleCron({ headers }: Request): Promise<Answer> {
  if (!isSecret(bearerToken(headers), env().CRON_SECRET))
    return { ok: false, error: 'unauthorised' };
  await runChores();
  return { ok: true, body: { ok: true } };
}
