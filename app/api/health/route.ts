import { ERROR_STATUS } from '@/lib/api/errors';
import { isReady } from '@/lib/server/database/health';
import { withRequestLog } from '@/lib/server/log/request-log';
import { mustRefuseRequests } from '@/lib/server/refuse-when-misconfigured';

/** Reports whether the process runs, and with `?ready` whether it reaches the database. */
export const GET = withRequestLog(async (request) => {
  const isReadinessRequested = new URL(request.url).searchParams.has('ready');
  const ok = !mustRefuseRequests() && (!isReadinessRequested || (await isReady()));
  const headers = { 'Cache-Control': 'no-store' };
  return Response.json({ ok }, { status: ok ? 200 : ERROR_STATUS.unavailable, headers });
});
