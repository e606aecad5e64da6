import { isReady } from '@/lib/server/health';
import { healthAnswer } from '@/lib/server/http/http';
import { observed } from '@/lib/server/observe/observe';
import { mustRefuseRequests } from '@/lib/server/startup';

/** Reports whether the process runs, and with `?ready` whether it reaches the database. */
export const GET = observed(async (request) => {
  const asksReady = new URL(request.url).searchParams.has('ready');
  return healthAnswer(!mustRefuseRequests() && (!asksReady || (await isReady())));
});
