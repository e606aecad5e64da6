import { isReady } from '@/lib/server/database/health';
import { createHealthResponse } from '@/lib/server/endpoint';
import { withRequestLog } from '@/lib/server/log/request-log';
import { mustRefuseRequests } from '@/lib/server/startup';

/** Reports whether the process runs, and with `?ready` whether it reaches the database. */
export const GET = withRequestLog(async (request) => {
  const isReadinessRequested = new URL(request.url).searchParams.has('ready');
  return createHealthResponse(
    !mustRefuseRequests() && (!isReadinessRequested || (await isReady())),
  );
});
